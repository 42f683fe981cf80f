import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientPath, missingReason, run } from "../../support/clients.ts";
import { type TestEngine, startTestEngine } from "../../support/engine.ts";

const client = fileURLToPath(new URL("python_client.py", import.meta.url));
// az brings the SDK that it is made of.
const reason = missingReason("az");

describe.skipIf(reason)(reason ?? "the Azure SDK for Python", () => {
  let engine: TestEngine;
  let shown: Readonly<Record<string, unknown>> = {};
  beforeAll(async () => {
    engine = await startTestEngine("az");
    const python = join(dirname(clientPath("az") ?? ""), "python");
    const { code, stdout, stderr } = await run(python, [client], {
      env: await engine.clientEnvironment("az"),
      cwd: engine.home,
    });
    expect(code, stderr).toBe(0);
    shown = JSON.parse(stdout) as Record<string, unknown>;
  });
  afterAll(() => engine.close());

  it.each([
    ["makes a group", "group", "eastus"],
    ["makes a cluster without a network plugin", "cluster", ["Succeeded", "none"]],
    ["waits for it no longer than it takes", "quick", true],
    ["lists clusters", "clusters", ["cluster"]],
    ["adds a pool", "pool", [2, "User"]],
    ["gets credentials", "kubeconfig", ["clusterAdmin", true]],
    ["is told of a missing cluster", "missing", [404, "ResourceNotFound"]],
    ["deletes a cluster", "afterDelete", []],
    ["deletes a group", "groupExists", false],
  ])("%s", (_what, name, expected) => {
    expect(shown[name]).toEqual(expected);
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../../support/clients.ts";
import { type TestEngine, startTestEngine } from "../../support/engine.ts";

// A client of its own process: Node.js reads additional certificate authorities only when it starts.
const client = fileURLToPath(new URL("javascript-client.ts", import.meta.url));
const tsx = fileURLToPath(new URL("../../../node_modules/tsx/dist/cli.mjs", import.meta.url));

describe("the Azure SDK for JavaScript", () => {
  let engine: TestEngine;
  let shown: Readonly<Record<string, unknown>> = {};
  beforeAll(async () => {
    engine = await startTestEngine();
    const file = join(engine.home, "shown.json");
    const { code, stderr } = await run(process.execPath, [tsx, client, file], {
      env: await engine.clientEnvironment(),
      cwd: engine.home,
    });
    expect(code, stderr).toBe(0);
    shown = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  });
  afterAll(() => engine.close());

  it.each([
    ["makes a group", "group", ["sdk", "eastus", "Succeeded"]],
    ["sees what a deployment would do", "whatIf", [["Create", "vnet"]]],
    ["validates a template", "validated", ["vnet"]],
    ["deploys a template", "deployment", ["Succeeded", "10.1.0.0/16"]],
    ["sees that nothing is left to do", "whatIfAgain", [["NoChange", "vnet"]]],
    ["is told what a template lacks", "invalid", "InvalidTemplate"],
    ["makes a cluster without a network plugin", "cluster", ["Succeeded", "none", 2]],
    ["lists clusters", "clusters", ["cluster"]],
    ["adds a pool", "pool", ["User", "Succeeded"]],
    ["lists pools", "pools", ["nodepool1", "work"]],
    ["gets credentials", "kubeconfig", "clusterUser"],
    ["learns the upgrades", "upgrades", true],
    ["is told of a missing cluster", "missing", [404, "ResourceNotFound"]],
    ["lists resources by type", "resources", ["cluster", "vnet"]],
    ["deletes a cluster", "afterDelete", []],
    ["deletes a group", "groupExists", false],
  ])("%s", (_what, name, expected) => {
    expect(shown[name]).toEqual(expected);
  });
});

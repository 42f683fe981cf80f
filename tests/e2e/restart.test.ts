import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingReason } from "../support/clients.ts";
import { type TestEngine, repository, startTestEngine } from "../support/engine.ts";
import { join } from "node:path";

const reason = missingReason("kubectl");

describe.skipIf(reason)(reason ?? "kill -9 and a new start", () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.close());

  async function succeeds(
    outcome: Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>,
  ) {
    const { code, stdout, stderr } = await outcome;
    expect(code, stderr).toBe(0);
    return stdout;
  }

  it("keeps groups, clusters, nodes and objects, and goes on working", async () => {
    await succeeds(engine.byocni("cluster", "create", "kept", "--resource-group", "group", "--node-count", "2"));
    await succeeds(engine.byocni("cluster", "credentials", "kept", "--resource-group", "group"));
    await succeeds(engine.kubectl("create", "configmap", "mine", "--from-literal=key=value"));
    const before = await succeeds(engine.kubectl("get", "nodes", "-o", "jsonpath={.items[*].metadata.uid}"));

    await engine.kill();
    await engine.restart();

    const clusters = JSON.parse(await succeeds(engine.byocni("cluster", "list", "--json"))) as readonly {
      readonly name: string;
      readonly properties: { readonly provisioningState: string };
    }[];
    expect(clusters.map(({ name, properties }) => [name, properties.provisioningState])).toEqual([
      ["kept", "Succeeded"],
    ]);
    const after = await succeeds(engine.kubectl("get", "nodes", "-o", "jsonpath={.items[*].metadata.uid}"));
    expect(after).toBe(before);
    expect(await succeeds(engine.kubectl("get", "configmap", "mine", "-o", "jsonpath={.data.key}"))).toBe("value");

    await succeeds(engine.kubectl("apply", "-f", join(repository, "examples", "cni", "reference-cni.yaml")));
    await succeeds(engine.kubectl("wait", "--for=condition=Ready", "node", "--all", "--timeout=60s"));

    // What the CNI left on the nodes is there after the next crash as well.
    await engine.kill();
    await engine.restart();
    await succeeds(engine.kubectl("wait", "--for=condition=Ready", "node", "--all", "--timeout=60s"));
    await succeeds(
      engine.kubectl(
        "wait",
        "-n",
        "kube-system",
        "--for=condition=Ready",
        "pod",
        "-l",
        "k8s-app=kube-dns",
        "--timeout=60s",
      ),
    );
  });
});

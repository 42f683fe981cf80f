import { zipSync } from "fflate";
import { beforeEach, describe, expect, it } from "vitest";
import { type AksCloud, azClusterBody, createAksCloud } from "../testing/index.ts";

let cloud: AksCloud;
const azureNetwork = { network: { networkPlugin: "azure" } };
beforeEach(async () => {
  cloud = await createAksCloud();
});

const run = (body: unknown) => cloud.send("POST", cloud.cluster("c/runCommand"), body);
const encode = (files: Readonly<Record<string, string>>): string =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))),
  ).toString("base64");

describe("a command in a cluster", () => {
  it("is started, asked for, and gives its logs and exit code", async () => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", azureNetwork));
    const started = await run({ command: "kubectl get nodes" });
    expect(started).toMatchObject({ status: 202, body: { properties: { provisioningState: "Running" } } });
    const location = String(started.headers["location"]);
    // The form that az reads the id out of.
    const [, id = ""] = /commandResults\/(\w*)\?/.exec(location) ?? [];
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const entry = cloud.host.commands.get(id);
    expect(entry?.request).toMatchObject({ id, command: "kubectl get nodes", files: {} });
    const result = { state: "Succeeded", startedAt: "a", finishedAt: "b", exitCode: 3, logs: "none\n" } as const;
    if (entry) entry.result = result;
    const path = new URL(location);
    expect(await cloud.send("GET", `${path.pathname}${path.search}`)).toMatchObject({
      status: 200,
      body: {
        id,
        properties: { provisioningState: "Succeeded", startedAt: "a", finishedAt: "b", exitCode: 3, logs: "none\n" },
      },
    });
  });

  it("takes attached files by their paths", async () => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", azureNetwork));
    await run({ command: "ls", context: encode({ "./a.yaml": "a: 1", "sub/b.txt": "b".repeat(5000) }) });
    const [{ request } = { request: undefined }] = cloud.host.commands.values();
    const files = Object.entries(request?.files ?? {}).map(([path, text]) => [
      path,
      Buffer.from(text, "base64").toString(),
    ]);
    expect(Object.fromEntries(files)).toEqual({ "a.yaml": "a: 1", "sub/b.txt": "b".repeat(5000) });
  });

  it("does not start where no node is Ready, in AKS's words", async () => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74"));
    const refused = await run({ command: "kubectl get nodes" });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "KubernetesPerformanceError",
          message: expect.stringMatching(
            /^Failed to run command due to cluster perf issue, container command-[0-9a-f]{32} in aks-command namespace did not start within 30s on your cluster, retry may helps\. If issue persist, you may need to tune your cluster with better performance \(larger node\/paid tier\)\.$/,
          ),
        },
      },
    });
  });

  it.each<[string, unknown, RegExp]>([
    ["no command", {}, /command is missing/],
    ["a context that is no archive", { command: "ls", context: "abcd" }, /no ZIP archive/],
    ["a path that leads out", { command: "ls", context: encode({ "../a": "x" }) }, /leads out of the folder/],
    ["an absolute path", { command: "ls", context: encode({ "/etc/a": "x" }) }, /leads out of the folder/],
    [
      "files that are too large",
      { command: "ls", context: encode({ a: "x".repeat(1_000_001) }) },
      /more than 1000000 bytes/,
    ],
  ])("is refused with %s", async (_, body, text) => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", azureNetwork));
    expect(await run(body)).toMatchObject({
      status: 400,
      body: { error: { code: "InvalidParameter", message: expect.stringMatching(text) } },
    });
  });

  it("is refused where run command is switched off, and in a stopped cluster", async () => {
    const off = { apiServerAccessProfile: { disableRunCommand: true } };
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", { ...azureNetwork, properties: off }));
    expect(await run({ command: "ls" })).toMatchObject({ status: 400, body: { error: { code: "BadRequest" } } });
    await cloud.make(cloud.cluster("d"), azClusterBody("2.74", azureNetwork));
    await cloud.finish(await cloud.send("POST", cloud.cluster("d/stop")));
    expect(await cloud.send("POST", cloud.cluster("d/runCommand"), { command: "ls" })).toMatchObject({ status: 409 });
  });

  it("that is not known is not found", async () => {
    await cloud.make(cloud.cluster("c"), azClusterBody("2.74", azureNetwork));
    expect((await cloud.send("GET", cloud.cluster(`c/commandResults/${"0".repeat(32)}`))).status).toBe(404);
  });
});

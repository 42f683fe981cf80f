import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientName, missingReason } from "../support/clients.ts";
import { type TestEngine, repository, startTestEngine } from "../support/engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine();
  const created = await engine.byocni("cluster", "create", "one", "-g", "group", "--node-count", "1", "--json");
  expect(created.stderr).toBe("");
});
afterAll(() => engine.close());

const json = async (...args: readonly string[]): Promise<unknown> =>
  JSON.parse((await engine.byocni(...args, "--json")).stdout);

describe("groups and resources", () => {
  it("come and go", async () => {
    expect((await engine.byocni("group", "create", "temporary", "-l", "westus")).code).toBe(0);
    expect(await json("group", "list")).toContainEqual(expect.objectContaining({ name: "temporary" }));
    expect(await json("group", "delete", "temporary")).toEqual({ deleted: true });
    expect(await json("group", "delete", "temporary")).toEqual({ deleted: false });
  });

  it("are found by type, shown by name, and deleted by id", async () => {
    const type = "Microsoft.ContainerService/managedClusters";
    expect(await json("resource", "list", "-g", "group", "--type", type)).toEqual([
      expect.objectContaining({ name: "one", type: expect.stringMatching(/managedClusters/i) }),
    ]);
    const shown = await engine.byocni("resource", "show", "one", "-g", "group", "--type", type);
    const { id } = JSON.parse(shown.stdout) as { readonly id: string };
    expect((await engine.byocni("resource", "show", id)).stdout).toBe(shown.stdout);
    expect(await engine.byocni("resource", "show", id.replace("one", "two"))).toMatchObject({ code: 3 });
    expect(await json("resource", "delete", id.replace("one", "two"))).toEqual({ deleted: false });
  });

  it("are named wholly or refused", async () => {
    const { code, stderr } = await engine.byocni("resource", "show", "one");
    expect(stderr).toContain("give the whole id, or a name with --resource-group and --type");
    expect(code).toBe(64);
  });
});

describe("byocni node exec", () => {
  it("runs on a node that has no network, with the command's exit code", async () => {
    const nodes = await engine.byocni("cluster", "credentials", "one", "-g", "group");
    expect(nodes.code).toBe(0);
    const sets = (await json("resource", "list", "--type", "Microsoft.Compute/virtualMachineScaleSets")) as readonly {
      readonly name: string;
    }[];
    const node = `${sets[0]?.name}000000`;
    const run = (...words: readonly string[]) =>
      engine.byocni("node", "exec", "one", node, "-g", "group", "--", ...words);
    expect(await run("ls", "/opt/cni/bin")).toMatchObject({ code: 0, stdout: expect.stringContaining("loopback") });
    expect(await run("echo out; exit 3")).toMatchObject({ code: 3, stdout: "out\n" });
    const wrong = await engine.byocni("node", "exec", "one", "nobody", "-g", "group", "--", "ls");
    expect(wrong).toMatchObject({ code: 64 });
  });
});

describe("roles and the activity log", () => {
  it("a role is given by name, twice without harm", async () => {
    const assign = () => engine.byocni("role", "assign", "network contributor", "one-agentpool", "-g", "group");
    expect(await assign()).toMatchObject({ code: 0, stdout: expect.stringContaining("Network Contributor for ") });
    expect((await assign()).code).toBe(0);
    const listed = await engine.byocni("role", "list", "-g", "group");
    expect(listed.stdout.match(/^Network Contributor /gm)).toHaveLength(1);
  });

  it("an unknown role is refused with the known ones", async () => {
    const { code, stderr } = await engine.byocni("role", "assign", "Nobody", "x");
    expect(stderr).toContain("there is no role 'Nobody'");
    expect(stderr).toContain("Network Contributor");
    expect(code).toBe(1);
  });

  it("what was done is told, newest first", async () => {
    await engine.byocni("resource", "delete", "nothing", "-g", "group", "--type", "Microsoft.Network/virtualNetworks");
    const { stdout } = await engine.byocni("activity", "-g", "group");
    expect(stdout).toMatch(/Succeeded +Microsoft\.Authorization\/roleAssignments\/write/);
    expect(stdout).toMatch(/Succeeded +Microsoft\.ContainerService\/managedClusters\/write/);
  });
});

describe.each(["az", "az-2.74", "az-2.45"] as const)("%s with Bicep files", (az: ClientName) => {
  const reason = missingReason(az);
  it.skipIf(reason)(reason ?? "compiles them with byocni", async () => {
    const shell = (line: string) => engine.shell(line, az);
    const version = await shell("az bicep version");
    expect(version.stdout).toMatch(/Bicep CLI version .* \(byocni /);
    const deployed = await shell(
      `az deployment group create -g group --template-file '${repository}/examples/article/main.bicep' ` +
        "--parameters clusterName=by-az nodeCount=1 --query properties.provisioningState -o tsv",
    );
    expect(deployed).toMatchObject({ code: 0, stdout: "Succeeded\n" });
  });
});

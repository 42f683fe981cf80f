/**
 * Resource Manager's rows: templates, deployments, calls a second, roles, memory. In this process, without the engine
 * around it; where a client is involved, it shares the processor with the server.
 */
import { Agent, request } from "node:https";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { JsonObject } from "@byocni/base/core";
import { createHttpServer, jsonResponse, openCertificateAuthority, type Handler } from "@byocni/base/http";
import { createSqliteStoreHost, type StoreHost } from "@byocni/base/store";
import { testSubscription } from "@byocni/azure/arm/testing";
import { prepareTemplate, readTemplateText } from "@byocni/azure/template";
import { sampleOptions } from "@byocni/azure/template/testing";
import { createAksCloud, type AksCloud } from "@byocni/azure/providers/testing";
import { stableId } from "@byocni/azure/entra";
import { testTenant } from "@byocni/azure/arm/testing";
import { median } from "./measure.ts";

/** Adds a row: what, its figure, and the yardstick beside it. */
export type AddRow = (what: string, value: string, beside: string) => void;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const group = "/subscriptions/{sub}/resourceGroups/rg";
const deployment = `${group}/providers/Microsoft.Resources/deployments`;
const identities = `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities`;

/** Groups with rules, expressions in every one, each tenth waiting for the one before. */
function templateOf(count: number): JsonObject {
  return {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    contentVersion: "1.0.0.0",
    parameters: { prefix: { type: "string", defaultValue: "bench" }, port: { type: "int", defaultValue: 80 } },
    variables: { tags: { team: "[concat(parameters('prefix'), '-team')]" } },
    resources: Array.from({ length: count }, (_, index) => ({
      type: "Microsoft.Network/networkSecurityGroups",
      apiVersion: "2024-05-01",
      name: `[concat(parameters('prefix'), '-', '${index}')]`,
      location: "[resourceGroup().location]",
      tags: "[variables('tags')]",
      ...(index % 10 === 9
        ? {
            dependsOn: [
              `[resourceId('Microsoft.Network/networkSecurityGroups', concat(parameters('prefix'), '-', '${index - 1}'))]`,
            ],
          }
        : {}),
      properties: {
        securityRules: [
          {
            name: "allow",
            properties: {
              priority: 100,
              direction: "Inbound",
              access: "Allow",
              protocol: "Tcp",
              sourceAddressPrefix: "*",
              sourcePortRange: "*",
              destinationAddressPrefix: "*",
              destinationPortRange: "[string(add(parameters('port'), 1))]",
            },
          },
        ],
      },
    })),
    outputs: { first: { type: "string", value: "[concat(parameters('prefix'), '-0')]" } },
  };
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function repeated(times: number, work: () => unknown): Promise<number> {
  const values: number[] = [];
  for (let index = 0; index < times; index++) values.push(await timed(work));
  return median(values);
}

async function evaluation(add: AddRow): Promise<void> {
  let perResource: number | undefined;
  const plan = (text: string): void => {
    const { value, positions } = readTemplateText(text);
    prepareTemplate(value, sampleOptions({ positions }));
  };
  await repeated(5, () => plan(JSON.stringify(templateOf(800), null, 2)));
  for (const count of [100, 800]) {
    const text = JSON.stringify(templateOf(count), null, 2);
    const parse = await repeated(20, () => JSON.parse(text));
    const value = await repeated(20, () => plan(text));
    const each = value / count;
    const growth =
      perResource === undefined ? "" : `; a resource costs ${(each / perResource).toFixed(1)} × that of 100`;
    perResource ??= each;
    add(
      `template of ${count} resources, read and planned`,
      ms(value),
      `${(value / parse).toFixed(0)} × JSON.parse${growth}`,
    );
  }
}

async function deployments(add: AddRow, cloud: AksCloud, where: string): Promise<void> {
  const template = templateOf(800);
  const body = { properties: { mode: "Incremental", template } };
  const rule = (templateOf(1)["resources"] as readonly JsonObject[])[0];
  const single = { location: "eastus", properties: rule?.["properties"] };
  const puts = await timed(async () => {
    for (let index = 0; index < 800; index++) {
      const path = cloud.network(`networkSecurityGroups/single-${index}`);
      await cloud.send("PUT", path, { ...single, properties: { securityRules: [] } });
    }
    await cloud.azure.idle();
  });
  const before = await timed(() => finished(cloud, "POST", `${deployment}/bench/whatIf?api-version=2024-11-01`, body));
  add(
    `what-if of 800 resources that are not there, ${where}`,
    ms(before),
    `${(before / puts).toFixed(1)} × 800 PUTs one after the other`,
  );
  const deployed = await timed(() => finished(cloud, "PUT", `${deployment}/bench?api-version=2024-11-01`, body));
  add(
    `deployment of 800 resources, ${where}`,
    ms(deployed),
    `${(deployed / puts).toFixed(1)} × 800 PUTs one after the other`,
  );
  const after = await timed(() => finished(cloud, "POST", `${deployment}/bench/whatIf?api-version=2024-11-01`, body));
  add(
    `what-if of 800 resources that are there, ${where}`,
    ms(after),
    `${(after / puts).toFixed(1)} × 800 PUTs one after the other`,
  );
}

async function finished(cloud: AksCloud, method: string, path: string, body: unknown): Promise<void> {
  const answer = await cloud.send(method, path, body);
  if (answer.status >= 400) throw new Error(JSON.stringify(answer.body));
  const ended = await cloud.finish(answer);
  if (ended.body["status"] !== "Succeeded") throw new Error(JSON.stringify(ended.body));
}

interface Client {
  /** Sends as many requests as there are, some at once. @returns requests a second */
  rate(count: number, path: (index: number) => string, body?: (index: number) => string): Promise<number>;
  close(): Promise<void>;
}

async function serve(handler: Handler, folder: string, token: string): Promise<Client> {
  const authority = await openCertificateAuthority(join(folder, "ca"), { commonName: "bench" });
  const server = await createHttpServer({ handler, tls: authority.issueServer(["localhost", "127.0.0.1"]) });
  const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false });
  const one = (path: string, body: string | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
      };
      const options = {
        agent,
        port: server.port,
        host: "127.0.0.1",
        method: body === undefined ? "GET" : "PUT",
        path,
        headers,
      };
      const sent = request(options, (response) => {
        response.resume();
        response.once("end", () => {
          if ((response.statusCode ?? 500) < 300) resolve();
          else reject(new Error(`${path}: ${response.statusCode}`));
        });
      });
      sent.once("error", reject);
      sent.end(body);
    });
  return {
    async rate(count, path, body) {
      let next = 0;
      const start = performance.now();
      await Promise.all(
        Array.from({ length: 16 }, async () => {
          for (let index = next++; index < count; index = next++) await one(path(index), body?.(index));
        }),
      );
      return (count / (performance.now() - start)) * 1000;
    },
    async close() {
      agent.destroy();
      await server.close();
    },
  };
}

async function calls(add: AddRow, cloud: AksCloud, host: StoreHost, folder: string): Promise<void> {
  const token = await cloud.token();
  const filled = (path: string): string => path.replaceAll("{sub}", testSubscription);
  const path = (index: number): string => filled(`${identities}/id-${index % 500}?api-version=2023-01-31`);
  const body = (index: number): string => JSON.stringify({ location: "eastus", tags: { index: String(index) } });
  await cloud.send("PUT", path(0), { location: "eastus" });
  const shown = (await cloud.send("GET", path(0))).body;
  const constant = await serve(() => Promise.resolve(jsonResponse(200, shown)), folder, token);
  const floorStore = await host.open("floor");
  const writing = await serve(
    async (one) => {
      const value = JSON.parse(new TextDecoder().decode(await one.body.bytes())) as JsonObject;
      await floorStore.write([{ kind: "put", key: one.path, value }]);
      return jsonResponse(200, shown);
    },
    folder,
    token,
  );
  const azure = await serve((one) => Promise.resolve(cloud.azure.handler(one)), folder, token);
  try {
    await constant.rate(2000, path);
    const floor = await constant.rate(6000, path);
    const putFloor = await writing.rate(3000, path, body);
    const put = await azure.rate(3000, path, body);
    await azure.rate(2000, path);
    const get = await azure.rate(6000, path);
    const rate = (value: number): string => `${value.toFixed(0)} / s`;
    const share = (value: number, of: number): string => `${((100 * value) / of).toFixed(0)} %`;
    add(
      "GET of a resource over HTTPS, SQLite",
      rate(get),
      `${share(get, floor)} of a handler that always says the same`,
    );
    add(
      "PUT of a resource over HTTPS, SQLite",
      rate(put),
      `${share(put, putFloor)} of a handler that makes one durable write`,
    );
  } finally {
    for (const one of [constant, writing, azure]) await one.close();
  }
}

async function authorization(add: AddRow): Promise<void> {
  const reader = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7`;
  const cost = async (assignments: number): Promise<number> => {
    const cloud = await createAksCloud();
    const client = "someone";
    const own = stableId(testTenant, "servicePrincipal", client);
    const { repository } = cloud.azure;
    for (let index = 0; index < assignments; index++) {
      const id = `10000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
      // A tenth is the caller's own, in groups that are not asked for.
      const principalId = index % 10 === 0 ? own : `20000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
      const scope = `/subscriptions/${testSubscription}/resourceGroups/other-${index}`;
      await repository.put(`${scope}/providers/Microsoft.Authorization/roleAssignments/${id}`, {
        properties: { roleDefinitionId: reader, principalId, scope },
      });
    }
    await cloud.send("PUT", `${identities}/id-own?api-version=2023-01-31`, { location: "eastus" });
    const mine = `${group}/providers/Microsoft.Authorization/roleAssignments/30000000-0000-4000-8000-000000000000`;
    const properties = { roleDefinitionId: reader, principalId: own, principalType: "ServicePrincipal" };
    await cloud.send("PUT", `${mine}?api-version=2022-04-01`, { properties });
    const get = async (): Promise<void> => {
      const { status } = await cloud.send("GET", `${identities}/id-own?api-version=2023-01-31`, undefined, {
        as: client,
      });
      if (status !== 200) throw new Error(`GET answered ${status}`);
    };
    for (let index = 0; index < 500; index++) await get();
    return repeated(1000, get);
  };
  const few = await cost(10);
  const many = await cost(10_000);
  add(
    "GET with 10,000 role assignments, in process",
    `${(many * 1000).toFixed(0)} µs`,
    `${(many / few).toFixed(1)} × that with 10`,
  );
}

/** Bytes in use after a full collection. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

async function memory(add: AddRow): Promise<void> {
  const cloud = await createAksCloud();
  const { repository } = cloud.azure;
  const count = 100_000;
  await cloud.send("PUT", `${identities}/first?api-version=2023-01-31`, { location: "eastus" });
  const state = await repository.get(`${identities}/first`.replaceAll("{sub}", testSubscription));
  if (!state) throw new Error("the resource is there");
  const text = JSON.stringify((await cloud.send("GET", `${identities}/first?api-version=2023-01-31`)).body).length;
  const before = heap();
  for (let index = 0; index < count; index++) {
    const id = `${identities}/id-${index}`.replaceAll("{sub}", testSubscription);
    const { location, properties } = state;
    await repository.put(id, {
      ...(location === undefined ? {} : { location }),
      properties: structuredClone(properties),
    });
  }
  const used = heap() - before;
  const mib = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
  add(
    "memory with 100,000 resources",
    mib(used),
    `${(used / count / text).toFixed(1)} × their JSON texts (${mib(text * count)})`,
  );
  const path = `${identities}/id-${count / 2}?api-version=2023-01-31`;
  const get = await repeated(500, () => cloud.send("GET", path));
  const alone = await createAksCloud();
  await alone.send("PUT", `${identities}/one?api-version=2023-01-31`, { location: "eastus" });
  await repeated(500, () => alone.send("GET", `${identities}/one?api-version=2023-01-31`));
  const yardstick = await repeated(500, () => alone.send("GET", `${identities}/one?api-version=2023-01-31`));
  add(
    "GET among 100,000 resources, in process",
    `${(get * 1000).toFixed(0)} µs`,
    `${(get / yardstick).toFixed(1)} × that of the only one`,
  );
}

/** Adds all rows of Resource Manager. */
export async function azureRows(add: AddRow): Promise<void> {
  await evaluation(add);
  await deployments(add, await createAksCloud(), "memory");
  const folder = mkdtempSync(join(tmpdir(), "byocni-bench-azure-"));
  let host: StoreHost | undefined;
  try {
    host = await createSqliteStoreHost({ path: join(folder, "state.db") });
    const cloud = await createAksCloud({ store: await host.open("azure") });
    await deployments(add, cloud, "SQLite");
    await calls(add, cloud, host, folder);
    await cloud.azure.close();
  } finally {
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  }
  await authorization(add);
  await memory(add);
}

import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { type AksCloud, createAksCloud } from "../../testing/index.ts";

const base = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg/providers/Microsoft.Network";

let cloud: AksCloud;
const zone = (path: string): string => cloud.network(`privateDnsZones/${path}`, "2024-06-01");
const publicZone = (path: string): string => cloud.network(`dnsZones/${path}`, "2018-05-01");
const body = async (path: string): Promise<JsonObject> => (await cloud.send("GET", path)).body;

beforeEach(async () => {
  cloud = await createAksCloud();
  await cloud.make(zone("corp.example"), { location: "global" });
});

describe("private zones", () => {
  it("are global and begin with their SOA record", async () => {
    expect(await body(zone("corp.example"))).toMatchObject({
      id: `${base}/privateDnsZones/corp.example`,
      location: "global",
      properties: {
        maxNumberOfRecordSets: 25_000,
        numberOfRecordSets: 1,
        numberOfVirtualNetworkLinks: 0,
        provisioningState: "Succeeded",
      },
    });
    expect(await body(zone("corp.example/SOA/@"))).toMatchObject({
      type: "Microsoft.Network/privateDnsZones/SOA",
      properties: { fqdn: "corp.example.", ttl: 3600, soaRecord: { host: "azureprivatedns.net" } },
    });
  });

  it("keep what is in them when they are written again, and go with it", async () => {
    await cloud.make(zone("corp.example/A/www"), { properties: { ttl: 60, aRecords: [{ ipv4Address: "10.0.0.4" }] } });
    await cloud.make(zone("corp.example"), { location: "global", tags: { a: "b" } });
    expect(await body(zone("corp.example"))).toMatchObject({ tags: { a: "b" }, properties: { numberOfRecordSets: 2 } });
    await cloud.finish(await cloud.send("DELETE", zone("corp.example")));
    expect((await cloud.send("GET", zone("corp.example/A/www"))).status).toBe(404);
  });

  it("are linked to networks, which hold them", async () => {
    await cloud.make(cloud.network("virtualNetworks/v"), {
      location: "eastus",
      properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } },
    });
    const link = zone("corp.example/virtualNetworkLinks/l");
    const properties = { virtualNetwork: { id: `${base}/virtualNetworks/v` }, registrationEnabled: true };
    await cloud.make(link, { location: "global", properties });
    expect(await body(link)).toMatchObject({
      type: "Microsoft.Network/privateDnsZones/virtualNetworkLinks",
      location: "global",
      properties: { ...properties, virtualNetworkLinkState: "Completed", provisioningState: "Succeeded" },
    });
    expect(await body(zone("corp.example"))).toMatchObject({
      properties: { numberOfVirtualNetworkLinks: 1, numberOfVirtualNetworkLinksWithRegistration: 1 },
    });
    expect((await cloud.send("DELETE", zone("corp.example"))).body).toMatchObject({
      error: { code: "CannotDeleteResource" },
    });
    await cloud.finish(await cloud.send("DELETE", link));
    expect((await cloud.send("DELETE", zone("corp.example"))).status).toBe(202);
  });
});

type Records = Readonly<Record<string, JsonObject | readonly JsonObject[]>>;

/** A record of every type: what is sent, and what is shown (Azure REST reference, record sets). */
const records: readonly (readonly [type: string, name: string, sent: Records, shown?: Records])[] = [
  ["A", "www", { aRecords: [{ ipv4Address: "10.0.0.4" }, { ipv4Address: "10.0.0.5" }] }],
  ["AAAA", "www", { aaaaRecords: [{ ipv6Address: "FD00:0::1" }] }, { aaaaRecords: [{ ipv6Address: "fd00::1" }] }],
  ["CNAME", "alias", { cnameRecord: { cname: "www.corp.example" } }],
  ["MX", "@", { mxRecords: [{ preference: 10, exchange: "mail.corp.example" }] }],
  ["PTR", "4", { ptrRecords: [{ ptrdname: "www.corp.example" }] }],
  ["SRV", "_sip._tcp", { srvRecords: [{ priority: 1, weight: 2, port: 5060, target: "sip.corp.example" }] }],
  ["TXT", "*", { txtRecords: [{ value: ["v=spf1", "-all"] }] }],
];

describe("record sets", () => {
  it.each(records.map(([type, name, sent, shown]) => ({ type, name, sent, shown: shown ?? sent })))(
    "$type $name",
    async ({ type, name, sent, shown }) => {
      const path = zone(`corp.example/${type}/${name}`);
      const { status, body: made } = await cloud.send("PUT", path, {
        properties: { ttl: 300, metadata: { a: "b" }, ...sent },
      });
      expect(status).toBe(201);
      expect(made).toMatchObject({
        id: `${base}/privateDnsZones/corp.example/${type}/${name}`,
        name,
        type: `Microsoft.Network/privateDnsZones/${type}`,
        etag: expect.any(String),
        properties: {
          ttl: 300,
          fqdn: name === "@" ? "corp.example." : `${name}.corp.example.`,
          isAutoRegistered: false,
          metadata: { a: "b" },
          ...shown,
        },
      });
      expect((await body(zone(`corp.example/${type}`)))["value"]).toHaveLength(1);
      expect((await cloud.send("PUT", path, { properties: { ttl: 1, ...sent } })).status).toBe(200);
      expect((await cloud.send("DELETE", path)).status).toBe(200);
      expect((await cloud.send("GET", path)).status).toBe(404);
    },
  );

  it("are listed together", async () => {
    for (const [type, name, sent] of records)
      await cloud.make(zone(`corp.example/${type}/${name}`), { properties: { ttl: 1, ...sent } });
    const { value } = (await body(zone("corp.example/ALL"))) as { value: readonly JsonObject[] };
    expect(value).toHaveLength(records.length + 1);
    expect(value.every((one) => typeof (one["properties"] as JsonObject)["fqdn"] === "string")).toBe(true);
  });

  it.each([
    ["A/www", { aRecords: [{ ipv4Address: "10.0.0" }] }, "InvalidRequestFormat"],
    ["A/www", { aRecords: [{ ipv4Address: "fd00::1" }] }, "InvalidRequestFormat"],
    ["A/www", { ttl: -1, aRecords: [] }, "InvalidRequestFormat"],
    ["MX/@", { mxRecords: [{ exchange: "x" }] }, "InvalidRequestFormat"],
    ["CNAME/alias", {}, "InvalidRequestFormat"],
    ["CNAME/@", { cnameRecord: { cname: "x" } }, "BadRequest"],
    ["A/a b", { aRecords: [] }, "BadRequest"],
    ["CNAME/taken", { cnameRecord: { cname: "x" } }, "BadRequest"],
    ["SOA/www", { soaRecord: { email: "a" } }, "BadRequest"],
  ])("%s %j is refused with %s", async (path, properties, code) => {
    await cloud.make(zone("corp.example/A/taken"), { properties: { ttl: 1, aRecords: [] } });
    const answer = await cloud.send("PUT", zone(`corp.example/${encodeURI(path)}`), {
      properties: { ttl: 60, ...properties },
    });
    expect([answer.status, (answer.body["error"] as { code?: string }).code]).toEqual([400, code]);
  });

  it("of a zone itself stay", async () => {
    expect((await cloud.send("DELETE", zone("corp.example/SOA/@"))).status).toBe(400);
    expect((await cloud.send("PUT", zone("single"), { location: "global" })).body).toMatchObject({
      error: { code: "BadRequest" },
    });
    expect((await cloud.send("PUT", zone("none.example/A/x"), { properties: { ttl: 1 } })).status).toBe(404);
  });

  it("are not made twice by those who ask for new ones", async () => {
    const path = zone("corp.example/A/www");
    const put = () =>
      cloud.send("PUT", path, { properties: { ttl: 1, aRecords: [] } }, { headers: { "if-none-match": "*" } });
    expect((await put()).status).toBe(201);
    expect((await put()).status).toBe(412);
  });
});

describe("public zones", () => {
  it("have name servers and Azure's other spelling", async () => {
    await cloud.make(publicZone("contoso.example"), { location: "global" });
    const { properties } = (await body(publicZone("contoso.example"))) as { properties: JsonObject };
    expect(properties).toMatchObject({ zoneType: "Public", numberOfRecordSets: 2 });
    expect(properties["nameServers"]).toHaveLength(4);
    const made = await cloud.send("PUT", publicZone("contoso.example/A/www"), {
      properties: { ttl: 60, ARecords: [{ ipv4Address: "10.0.0.4" }] },
    });
    expect(made.body).toMatchObject({
      properties: { TTL: 60, ARecords: [{ ipv4Address: "10.0.0.4" }], fqdn: "www.contoso.example." },
    });
    expect((await body(publicZone("contoso.example/recordsets")))["value"]).toHaveLength(3);
    expect((await cloud.send("DELETE", publicZone("contoso.example/NS/@"))).status).toBe(400);
  });
});

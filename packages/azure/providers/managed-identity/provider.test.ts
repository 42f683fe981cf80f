import { expect, it } from "vitest";
import { testTenant } from "@byocni/azure/arm/testing";
import { createAksCloud } from "../testing/index.ts";

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const path = (name: string): string => `Microsoft.ManagedIdentity/userAssignedIdentities/${name}`;

it.each(["2022-01-31-preview", "2023-01-31"])(
  "makes an identity as az asks with %s, and its principal",
  async (version) => {
    const cloud = await createAksCloud();
    const put = await cloud.send("PUT", cloud.resource(path("id1"), version), { location: "eastus" });
    expect(put).toMatchObject({
      status: 201,
      body: {
        name: "id1",
        type: "Microsoft.ManagedIdentity/userAssignedIdentities",
        location: "eastus",
        properties: { tenantId: testTenant, principalId: uuid, clientId: uuid },
      },
    });
    const { principalId, clientId } = put.body["properties"] as { principalId: string; clientId: string };
    expect(await cloud.azure.entra.directory.get(principalId)).toMatchObject({ appId: clientId, displayName: "id1" });
    const again = await cloud.send("PUT", cloud.resource(path("id1"), version), {
      location: "eastus",
      tags: { a: "b" },
    });
    expect(again).toMatchObject({ status: 200, body: { tags: { a: "b" }, properties: { principalId, clientId } } });
    expect((await cloud.send("DELETE", cloud.resource(path("id1"), version))).status).toBe(200);
    expect(await cloud.azure.entra.directory.get(principalId)).toBeUndefined();
  },
);

it.each(["ab", "-ab", "a b", "a".repeat(129)])("refuses the name %j", async (name) => {
  const cloud = await createAksCloud();
  const answer = await cloud.send("PUT", cloud.resource(path(encodeURIComponent(name)), "2023-01-31"), {
    location: "eastus",
  });
  expect(answer.status).toBe(400);
});

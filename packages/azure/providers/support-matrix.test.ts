import { expect, it } from "vitest";
import { createProviders } from "./create-providers.ts";
import { supportMatrix } from "./support-matrix.ts";
import { createFakeClusterHost } from "./testing/index.ts";

const { types, notImplemented } = supportMatrix(createProviders({ clusterHost: createFakeClusterHost() }));

it("lists every type once, and none as there and not there", () => {
  const names = types.map(({ type }) => type.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(notImplemented.filter((name) => names.includes(name.toLowerCase()))).toEqual([]);
  for (const { actions, notImplementedActions } of types)
    expect(actions.filter((name) => notImplementedActions.includes(name))).toEqual([]);
});

it("says what can be done with a cluster", () => {
  expect(types.find(({ type }) => type === "Microsoft.ContainerService/managedClusters")).toMatchObject({
    methods: ["GET", "LIST", "PUT", "DELETE", "PATCH"],
    actions: [
      "listClusterUserCredential",
      "listClusterAdminCredential",
      "listClusterMonitoringUserCredential",
      "stop",
      "start",
      "rotateClusterCertificates",
      "rotateServiceAccountSigningKeys",
      "resetServicePrincipalProfile",
      "resetAADProfile",
      "runCommand",
      "abort",
    ],
    newestApiVersion: "2026-05-01",
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { createTestCloud, testClient, testSubscription, testTenant, type TestCloud } from "./testing/index.ts";
import type { ResourceProvider } from "./provider.ts";

/**
 * What az really sends, command by command (az-requests 3-6, 8, 11, 12 and 13): method, path, body -> status and shape.
 * One cloud for the whole file: the commands build on each other, as they did when they were recorded.
 */

/** A network and an identity as small as the recorded commands need them. */
const small: readonly ResourceProvider[] = [
  {
    namespace: "Microsoft.Network",
    asyncOperations: { apiVersion: "2022-07-01", body: "status" },
    resourceTypes: [
      {
        kind: "stored",
        name: "virtualNetworks",
        apiVersions: ["2025-01-01", "2024-05-01", "2022-07-01", "2022-01-01"],
        prepare: ({ body, existing }) => ({
          state: { properties: { subnets: [], ...body.properties } },
          operation: { kind: "write", state: existing ? "Updating" : "Creating" },
        }),
        operations: { write: async () => {} },
        deleteOperation: { kind: "delete" },
      },
    ],
  },
  {
    namespace: "Microsoft.ContainerService",
    resourceTypes: [
      {
        kind: "stored",
        name: "managedClusters",
        apiVersions: ["2025-10-01", "2025-03-01", "2022-11-01"],
        prepare: ({ body }) => ({ state: { properties: body.properties ?? {} } }),
      },
    ],
  },
];

const template = `{"$schema":"https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#","contentVersion":"1.0.0.0",
 "parameters":{"vnetName":{"type":"string","defaultValue":"vnet1"}},
 // a comment
 "resources":[{"type":"Microsoft.Network/virtualNetworks","apiVersion":"2022-07-01","name":"[parameters('vnetName')]","location":"[resourceGroup().location]","properties":{"addressSpace":{"addressPrefixes":["10.0.0.0/16"]}}}],
 "outputs":{"id":{"type":"string","value":"[resourceId('Microsoft.Network/virtualNetworks', parameters('vnetName'))]"}}}`;

const sub = `/subscriptions/${testSubscription}`;
const group = `${sub}/resourceGroups/myResourceGroup`;
const lowerGroup = `${sub}/resourcegroups/myResourceGroup`;
const deployments = `${lowerGroup}/providers/Microsoft.Resources/deployments`;

const az = [
  ["2.45", { group: "2021-04-01", subscription: "2019-11-01" }],
  ["2.74", { group: "2024-11-01", subscription: "2022-12-01" }],
] as const;

describe.each(az)("az %s", (_, version) => {
  let cloud: TestCloud;
  beforeAll(async () => {
    cloud = await createTestCloud({ providers: small });
  });

  const get = (path: string) => cloud.send("GET", path);
  const api = `api-version=${version.group}`;

  it("login: the subscription", async () => {
    const { status, body } = await get(`/subscriptions?api-version=${version.subscription}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      value: [
        {
          id: sub,
          authorizationSource: "RoleBased",
          managedByTenants: [],
          subscriptionId: testSubscription,
          tenantId: testTenant,
          displayName: "Local AKS BYOCNI",
          state: "Enabled",
          subscriptionPolicies: {
            locationPlacementId: "Public_2014-09-01",
            quotaId: "PayAsYouGo_2014-09-01",
            spendingLimit: "Off",
          },
        },
      ],
      count: { type: "Total", value: 1 },
    });
  });

  it("account list-locations", async () => {
    const { body } = await get(`${sub}/locations?api-version=${version.subscription}`);
    const [first] = body["value"] as readonly JsonObject[];
    expect(first).toMatchObject({
      id: `${sub}/locations/eastus`,
      name: "eastus",
      type: "Region",
      displayName: "East US",
      metadata: { regionType: "Physical" },
    });
  });

  it("group create, again, show, exists, list", async () => {
    const created = await cloud.send("PUT", `${lowerGroup}?${api}`, { location: "eastus" });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: group,
      name: "myResourceGroup",
      type: "Microsoft.Resources/resourceGroups",
      location: "eastus",
      properties: { provisioningState: "Succeeded" },
    });
    for (const header of ["x-ms-request-id", "x-ms-correlation-request-id", "x-ms-routing-request-id"]) {
      expect(created.headers[header]).toBeTruthy();
    }
    expect(created.headers["cache-control"]).toBe("no-cache");
    expect(created.headers["content-type"]).toBe("application/json; charset=utf-8");
    const again = await cloud.send("PUT", `${lowerGroup}?${api}`, { location: "eastus", tags: { a: "b" } });
    expect(again).toMatchObject({ status: 200, body: { tags: { a: "b" } } });
    expect((await get(`${lowerGroup}?${api}`)).body).toEqual(again.body);
    expect((await cloud.send("HEAD", `${lowerGroup}?${api}`)).status).toBe(204);
    expect((await cloud.send("HEAD", `${sub}/resourcegroups/nope?${api}`)).status).toBe(404);
    expect((await get(`${sub}/resourcegroups?${api}`)).body).toEqual({ value: [again.body] });
  });

  it("group show, not found", async () => {
    expect(await get(`${sub}/resourcegroups/nope?${api}`)).toMatchObject({
      status: 404,
      body: { error: { code: "ResourceGroupNotFound", message: "Resource group 'nope' could not be found." } },
    });
  });

  it("aks show, not found", async () => {
    expect(
      await get(`${group}/providers/Microsoft.ContainerService/managedClusters/nope?api-version=2022-11-01`),
    ).toMatchObject({
      status: 404,
      body: {
        error: {
          code: "ResourceNotFound",
          message:
            "The Resource 'Microsoft.ContainerService/managedClusters/nope' under resource group 'myResourceGroup' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
        },
      },
    });
  });

  it("provider register, list, show", async () => {
    const registered = await cloud.send("POST", `${sub}/providers/Microsoft.ContainerService/register?${api}`);
    expect(registered).toMatchObject({
      status: 200,
      body: {
        id: `${sub}/providers/Microsoft.ContainerService`,
        namespace: "Microsoft.ContainerService",
        registrationState: "Registered",
        registrationPolicy: "RegistrationRequired",
      },
    });
    const { body } = await get(`${sub}/providers?${api}`);
    expect((body["value"] as JsonObject[]).map(({ namespace }) => namespace)).toContain("Microsoft.Network");
    expect((await get(`${sub}/providers/microsoft.network?${api}`)).body).toMatchObject({
      resourceTypes: [
        { resourceType: "virtualNetworks", apiVersions: ["2025-01-01", "2024-05-01", "2022-07-01", "2022-01-01"] },
      ],
    });
  });

  it("deployment group validate", async () => {
    const text = `{"properties": {"parameters": {"vnetName": {"value": "vn1"}}, "mode": "Incremental", template:${template}\n}}`;
    const answer = await cloud.send("POST", `${deployments}/azuredeploy/validate?${api}`, undefined, { text });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: "azuredeploy",
      type: "Microsoft.Resources/deployments",
      properties: {
        parameters: { vnetName: { type: "String", value: "vn1" } },
        mode: "Incremental",
        provisioningState: "Succeeded",
        duration: "PT0S",
        providers: [
          {
            namespace: "Microsoft.Network",
            resourceTypes: [{ resourceType: "virtualNetworks", locations: ["eastus"] }],
          },
        ],
        dependencies: [],
        validatedResources: [{ id: `${group}/providers/Microsoft.Network/virtualNetworks/vn1` }],
      },
    });
  });

  it("deployment group create, show, list, operations", async () => {
    const text = `{"properties": {"parameters": {"vnetName": {"value": "vn1"}}, "mode": "Incremental", template:${template}\n}}`;
    const put = await cloud.send("PUT", `${deployments}/azuredeploy?${api}`, undefined, { text });
    expect(put).toMatchObject({ status: 201, body: { properties: { provisioningState: "Accepted" } } });
    expect(put.headers["azure-asyncoperation"]).toBe(
      `https://localhost:8443${deployments}/azuredeploy/operationStatuses/${String(put.headers["azure-asyncoperation"]).match(/085\d{17}/)?.[0]}?${api}`,
    );
    expect(put.headers["retry-after"]).toBe("1");
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    const shown = await get(`${deployments}/azuredeploy?${api}`);
    expect(shown.body).toMatchObject({
      properties: {
        provisioningState: "Succeeded",
        outputs: { id: { type: "String", value: `${group}/providers/Microsoft.Network/virtualNetworks/vn1` } },
        outputResources: [{ id: `${group}/providers/Microsoft.Network/virtualNetworks/vn1` }],
      },
    });
    expect((await get(`${deployments}/?${api}`)).body).toMatchObject({ value: [{ name: "azuredeploy" }] });
    const operations = await get(`${lowerGroup}/deployments/azuredeploy/operations?${api}`);
    expect(operations.body).toMatchObject({
      value: [
        { properties: { provisioningOperation: "EvaluateDeploymentOutput", statusCode: "OK" } },
        {
          operationId: expect.any(String),
          properties: {
            provisioningOperation: "Create",
            provisioningState: "Succeeded",
            statusCode: "Created",
            targetResource: {
              id: `${group}/providers/Microsoft.Network/virtualNetworks/vn1`,
              resourceType: "Microsoft.Network/virtualNetworks",
              resourceName: "vn1",
            },
          },
        },
      ],
    });
  });

  it("deployment group what-if, as 2.45, 2.74 and 2.91 send it", async () => {
    for (const settings of [
      '"mode": "Incremental", "whatIfSettings": {"resultFormat": "FullResourcePayloads"},',
      '"whatIfSettings": {},',
    ]) {
      const text = `{"properties": {"parameters": {}, ${settings} template:${template}\n}}`;
      const started = await cloud.send("POST", `${deployments}/azuredeploy/whatIf?${api}`, undefined, { text });
      expect(started.status).toBe(202);
      expect(started.headers["location"]).toMatch(
        new RegExp(`^https://localhost:8443${sub}/operationresults/[0-9a-f-]+\\?${api}$`),
      );
      const { body } = await cloud.finish(started);
      expect(body).toMatchObject({
        status: "Succeeded",
        properties: {
          changes: [
            { changeType: "Ignore" },
            {
              resourceId: `${group}/providers/Microsoft.Network/virtualNetworks/vnet1`,
              changeType: "Create",
              after: {
                apiVersion: "2022-07-01",
                id: `${group}/providers/Microsoft.Network/virtualNetworks/vnet1`,
                location: "eastus",
                name: "vnet1",
                resourceGroup: "myResourceGroup",
                type: "Microsoft.Network/virtualNetworks",
                properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } },
              },
            },
          ],
        },
      });
    }
  });

  it("deployment sub create", async () => {
    const path = `${sub}/providers/Microsoft.Resources/deployments/s1`;
    const text = `{"location": "eastus", "properties": {"parameters": {}, "mode": "Incremental", template:{"$schema":"https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#","contentVersion":"1.0.0.0","resources":[]}\n}}`;
    expect((await cloud.send("POST", `${path}/validate?${api}`, undefined, { text })).status).toBe(200);
    const put = await cloud.send("PUT", `${path}?${api}`, undefined, { text });
    expect(put).toMatchObject({ status: 201, body: { location: "eastus" } });
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    expect((await get(`${path}?${api}`)).body).toMatchObject({ properties: { provisioningState: "Succeeded" } });
    expect((await get(`${sub}/deployments/s1/operations?${api}`)).body["value"]).toHaveLength(1);
  });

  it("deployment group show, not found", async () => {
    expect(await get(`${deployments}/nope?${api}`)).toMatchObject({
      status: 404,
      body: { error: { code: "DeploymentNotFound", message: "Deployment 'nope' could not be found." } },
    });
  });

  it("resource list and show", async () => {
    const { body } = await get(
      `${sub}/resources?$filter=resourceGroup%20eq%20%27myResourceGroup%27&$expand=createdTime%2CchangedTime%2CprovisioningState&${api}`,
    );
    expect(body).toMatchObject({
      value: [
        {
          id: `${group}/providers/Microsoft.Network/virtualNetworks/vn1`,
          name: "vn1",
          type: "Microsoft.Network/virtualNetworks",
          location: "eastus",
          createdTime: expect.any(String),
          changedTime: expect.any(String),
          provisioningState: "Succeeded",
        },
      ],
    });
  });

  it("role assignment create and list", async () => {
    const token = await cloud.token(testClient, "https://localhost:8443/graph//.default");
    const graph = (method: string, path: string, body?: unknown) =>
      cloud.send(method, `/graph/v1.0${path}`, body, { as: null, headers: { authorization: `Bearer ${token}` } });
    const found = await graph(
      "GET",
      "/servicePrincipals?$filter=servicePrincipalNames%2Fany%28c%3Ac%20eq%20%2700000000-0000-0000-0000-000000000004%27%29",
    );
    const [principal] = found.body["value"] as readonly JsonObject[];
    expect(principal).toMatchObject({ appId: testClient, displayName: "local" });
    const role = await get(
      `${group}/providers/Microsoft.Authorization/roleDefinitions?$filter=roleName%20eq%20%27Network%20Contributor%27&api-version=2018-01-01-preview`,
    );
    const [definition] = role.body["value"] as readonly JsonObject[];
    const path = `${group}/providers/Microsoft.Authorization/roleAssignments/00000000-0000-0000-0000-000000000010`;
    const properties = {
      roleDefinitionId: definition?.["id"],
      principalId: principal?.["id"],
      principalType: "ServicePrincipal",
    };
    const put = await cloud.send("PUT", `${path}?api-version=2020-04-01-preview`, { properties });
    expect(put).toMatchObject({ status: 201, body: { id: path, properties: { ...properties, scope: group } } });
    const list = await get(
      `${group}/providers/Microsoft.Authorization/roleAssignments?$filter=atScope%28%29&api-version=2022-04-01`,
    );
    expect((list.body["value"] as JsonObject[]).map(({ id }) => id)).toContain(path);
    const ids = await graph("POST", "/directoryObjects/getByIds", {
      ids: [principal?.["id"]],
      types: ["user", "group", "servicePrincipal", "directoryObjectPartnerReference"],
    });
    expect(ids.body).toMatchObject({ value: [{ displayName: "local" }] });
  });

  it("group delete", async () => {
    const gone = await cloud.send("DELETE", `${lowerGroup}?${api}`);
    expect(gone).toMatchObject({ status: 202, body: {} });
    expect(gone.headers["location"]).toMatch(
      new RegExp(`^https://localhost:8443${sub}/operationresults/[0-9a-f-]+\\?${api}$`),
    );
    expect(gone.headers["retry-after"]).toBe("1");
    expect(await cloud.finish(gone)).toMatchObject({ status: 200, body: {} });
    expect((await get(`${lowerGroup}?${api}`)).status).toBe(404);
    expect((await cloud.send("DELETE", `${lowerGroup}?${api}`)).status).toBe(404);
  });
});

describe("Terraform", () => {
  it("finds, makes and removes a group and a network", async () => {
    const cloud = await createTestCloud({ providers: small });
    const tf = `${sub}/resourceGroups/tfrg`;
    expect((await cloud.send("GET", `${tf}?api-version=2023-07-01`)).status).toBe(404);
    const made = await cloud.send("PUT", `${tf}?api-version=2023-07-01`, { location: "eastus", tags: {} });
    expect(made.status).toBe(201);
    expect(made.headers["x-go-azure-sdk-skip-polling-delay"]).toBe("true");
    const vnet = `${tf}/providers/Microsoft.Network/virtualNetworks/vnet?api-version=2025-01-01`;
    expect((await cloud.send("GET", vnet)).status).toBe(404);
    const put = await cloud.send("PUT", vnet, {
      location: "eastus",
      name: "vnet",
      properties: {
        addressSpace: { addressPrefixes: ["10.0.0.0/8"] },
        dhcpOptions: { dnsServers: [] },
        privateEndpointVNetPolicies: "Disabled",
        subnets: [],
      },
      tags: {},
    });
    expect(put.status).toBe(201);
    expect((await cloud.finish(put)).body).toEqual({ status: "Succeeded" });
    const gone = await cloud.send("DELETE", vnet);
    expect(gone.status).toBe(202);
    expect(gone.headers["location"]).toContain("/operationresults/");
    await cloud.azure.idle();
    expect((await cloud.send("GET", vnet)).status).toBe(404);
    const rest = await cloud.send(
      "GET",
      `${tf}/resources?%24expand=provisioningState&%24top=10&api-version=2023-07-01`,
    );
    expect(rest).toMatchObject({ status: 200, body: { value: [] } });
    await cloud.finish(await cloud.send("DELETE", `${tf}?api-version=2023-07-01`));
    expect((await cloud.send("GET", `${tf}?api-version=2023-07-01`)).status).toBe(404);
  });
});

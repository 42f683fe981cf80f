import { beforeEach, describe, expect, it } from "vitest";
import { createRecordingLogger } from "@byocni/base/core/testing";
import { stableId } from "@byocni/azure/entra";
import { armErrorTable } from "./errors.ts";
import { managementGroupErrorTable } from "./management-groups.ts";
import type { ResourceProvider, StoredType } from "./provider.ts";
import { templateSpecErrorTable } from "./template-specs.ts";
import {
  createTestCloud,
  testSubscription,
  testTenant,
  thingsProvider,
  type SendOptions,
  type TestAnswer,
  type TestCloud,
} from "./testing/index.ts";

/** Types that refuse nothing in words of their own. */
const plain: StoredType = {
  kind: "stored",
  name: "plains",
  apiVersions: ["2024-01-01"],
  tags: false,
  prepare({ body }) {
    if (body.properties?.["bug"] === true) throw new Error("a bug");
    return {
      state: { properties: {} },
      ...(body.properties?.["slow"] === true ? { operation: { kind: "create", state: "Creating" } } : {}),
    };
  },
  operations: {
    create: async ({ clock, signal }) => {
      await new Promise<void>((resolve, reject) => {
        clock.setTimer(1000, resolve);
        signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
    },
  },
};
const plainProvider: ResourceProvider = { namespace: "Test.Plain", resourceTypes: [plain] };

const sub = `/subscriptions/${testSubscription}`;
const group = `${sub}/resourceGroups/rg`;
const things = `${group}/providers/Test.Things/things`;
const machines = `${group}/providers/Test.Things/machines`;
const plains = `${group}/providers/Test.Plain/plains`;
const other = "00000000-0000-0000-0000-0000000000aa";
const otherId = stableId(testTenant, "servicePrincipal", other);
const groups = "/providers/Microsoft.Management/managementGroups";
const specs = `${group}/providers/Microsoft.Resources/templateSpecs`;
const specVersion = "api-version=2022-02-01";
const groupVersion = "api-version=2021-04-01";

let cloud: TestCloud;
beforeEach(async () => {
  cloud = await createTestCloud({ providers: [thingsProvider, plainProvider], logger: createRecordingLogger() });
  await cloud.send("PUT", group, { location: "eastus" });
});

type Make = () => Promise<TestAnswer>;
const send =
  (method: string, path: string, body?: unknown, more?: SendOptions): Make =>
  () =>
    cloud.send(method, path, body, more);
const putThing = (body: unknown, more?: SendOptions): Make => send("PUT", `${things}/x`, body, more);
const eastus = { location: "eastus" };

async function after(first: Make, ...rest: readonly Make[]): Promise<TestAnswer> {
  let answer = await first();
  for (const next of rest) answer = await next();
  return answer;
}

async function assign(scope: string): Promise<void> {
  const contributor = `${sub}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c`;
  const properties = { roleDefinitionId: contributor, principalId: otherId, principalType: "ServicePrincipal" };
  const path = `${scope}/providers/Microsoft.Authorization/roleAssignments/${other}?api-version=2022-04-01`;
  expect((await cloud.send("PUT", path, { properties })).status).toBe(201);
}

const tags = (name: string, value: string) => ({ location: "eastus", tags: { [name]: value } });

/** A row of the table, how it comes about, and the message: Azure's where the row names a source, else byocni's own. */
const rows: readonly (readonly [keyof typeof armErrorTable, Make, string | RegExp])[] = [
  [
    "MissingApiVersionParameter",
    send("GET", `${group}?api-version=`),
    "The api-version query parameter (?api-version=) is required for all requests.",
  ],
  [
    "InvalidApiVersionParameter",
    send("GET", `${group}?api-version=2011-01-01`),
    /^The api-version '2011-01-01' is invalid\. The supported versions are '2025-04-01,2025-03-01,/,
  ],
  [
    "InvalidRequestContent",
    putThing(undefined, { text: "{" }),
    /^The request content was invalid and could not be deserialized: '.+'\.$/,
  ],
  [
    "EmptyRequestContent",
    putThing(undefined),
    "The request content was invalid and could not be deserialized: 'A request body is required.'.",
  ],
  [
    "RequestContentTooLarge",
    putThing(undefined, { text: " ".repeat(4 * 1024 * 1024 + 1) }),
    "The request content size exceeds the maximum size of 4 MB.",
  ],
  [
    "MismatchingResourceName",
    putThing({ ...eastus, name: "y" }),
    "The provided resource name 'y' did not match the name in the Url 'x'.",
  ],
  [
    "MismatchingResourceType",
    putThing({ ...eastus, type: "A.B/c" }),
    "The provided resource type 'A.B/c' did not match the name in the Url 'Test.Things/things'.",
  ],
  [
    "MismatchingResourceID",
    putThing({ ...eastus, id: "/a" }),
    `The provided resource ID '/a' did not match the name in the Url '${things}/x'.`,
  ],
  [
    "InvalidRequestUri",
    send("GET", `${things}/a%2Fb`),
    /^The request URI '.+' is not valid: resource ids have no empty/,
  ],
  [
    "InvalidFilterInQueryString",
    send("GET", `${group}/resources?$filter=name%20eq`),
    /^Invalid \$filter 'name eq' specified in the query string: /,
  ],
  [
    "InvalidFilterProperty",
    send("GET", `${group}/resources?$filter=nope%20eq%20'a'`),
    "Invalid $filter 'nope eq 'a'' specified in the query string: the property 'nope' cannot be filtered by.",
  ],
  [
    "InvalidTopInQueryString",
    send("GET", `${group}/resources?$top=0`),
    /^Invalid \$top '0' specified in the query string\./,
  ],
  ["InvalidSkipToken", send("GET", `${group}/resources?$skiptoken=!`), "The skip token '!' is not valid."],
  [
    "InvalidResourceNamespace",
    send("GET", `${group}/providers/Microsoft.Sturage/x/y`),
    "The resource namespace 'Microsoft.Sturage' is invalid.",
  ],
  [
    "InvalidResourceType",
    send("GET", `${group}/providers/Test.Things/nothings/y`),
    "The resource type could not be found in the namespace 'Test.Things' for api version '2024-01-01'.",
  ],
  [
    "InvalidResourceTypeVersion",
    send("GET", `${things}/x?api-version=2011-01-01`),
    "The resource type 'things' could not be found in the namespace 'Test.Things' for api version '2011-01-01'. The supported api-versions are '2024-01-01,2023-01-01'.",
  ],
  [
    "NoRegisteredProviderFound",
    send("PUT", `${things}/x?api-version=2011-01-01`, eastus),
    /^No registered resource provider found for location 'eastus' and API version '2011-01-01' for type 'things'\. The supported api-versions are '2023-01-01, 2024-01-01'\. The supported locations are 'eastus, eastus2, /,
  ],
  [
    "MissingSubscriptionRegistration",
    () => after(send("POST", `${sub}/providers/Test.Things/unregister`), putThing(eastus)),
    "The subscription is not registered to use namespace 'Test.Things'. See https://aka.ms/rps-not-found for how to register subscriptions.",
  ],
  [
    "ProviderInUse",
    () => after(putThing(eastus), send("POST", `${sub}/providers/Test.Things/unregister`)),
    "The resource provider 'Test.Things' cannot be unregistered: the subscription has 1 resources of it.",
  ],
  [
    "NotImplemented",
    send("GET", `${group}/providers/Microsoft.Storage/storageAccounts/x`),
    "byocni does not have the resource provider 'Microsoft.Storage'. What it has is listed in the support matrix.",
  ],
  ["NotFound", send("GET", "/nothing/here"), "There is nothing at '/nothing/here'."],
  ["MethodNotAllowed", send("POST", group), "The requested resource does not support http method 'POST'."],
  [
    "InternalServerError",
    send("PUT", `${plains}/x`, { ...eastus, properties: { bug: true } }),
    /^byocni failed on this request\. The log holds the cause under the correlation id '[-0-9a-f]{36}'\.$/,
  ],
  [
    "AuthenticationFailed",
    send("GET", group, undefined, { as: null }),
    "Authentication failed. The 'Authorization' header is missing.",
  ],
  [
    "InvalidScheme",
    send("GET", group, undefined, { headers: { authorization: "Basic x" } }),
    "Authentication failed. The 'Authorization' header is provided in an invalid format.",
  ],
  [
    "InvalidAuthenticationToken",
    send("GET", group, undefined, { headers: { authorization: "Bearer a.b.c" } }),
    "The access token is invalid.",
  ],
  [
    "ExpiredAuthenticationToken",
    async () => {
      await cloud.send("GET", group);
      await cloud.clock.advance(48 * 3600 * 1000);
      return cloud.send("GET", group);
    },
    /^The access token expiry UTC time '1\/\d\/2026 \d+:\d\d:\d\d [AP]M' is earlier than current UTC time '1\/3\/2026 12:00:00 AM'\.$/,
  ],
  [
    "InvalidAuthenticationTokenAudience",
    async () => {
      const token = await cloud.token(undefined, "https://vault.azure.net/.default");
      return cloud.send("GET", group, undefined, { headers: { authorization: `Bearer ${token}` } });
    },
    /^The access token has been obtained for wrong audience or resource 'https:\/\/vault\.azure\.net'\. It should exactly match with one of the allowed audiences 'https:\/\/management\.core\.windows\.net\/','https:\/\/management\.azure\.com\/','/,
  ],
  [
    "InvalidAuthenticationTokenTenant",
    async () => {
      const foreign = await createTestCloud({ settings: { tenantId: other } });
      const headers = { authorization: `Bearer ${await foreign.token()}` };
      return cloud.send("GET", group, undefined, { headers });
    },
    new RegExp(
      `^The access token is from the wrong issuer 'https://sts\\.windows\\.net/${other}/'\\. It must match the tenant 'https://sts\\.windows\\.net/${testTenant}/' associated with this subscription\\. Please use the authority \\(URL\\) '.*/${testTenant}' to get the token\\. Note, if the subscription is transferred`,
    ),
  ],
  [
    "AuthorizationFailed",
    send("GET", group, undefined, { as: other }),
    `The client '${other}' with object id '${otherId}' does not have authorization to perform action 'Microsoft.Resources/subscriptions/resourceGroups/read' over scope '${group}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
  ],
  [
    "LinkedAuthorizationFailed",
    async () => {
      await cloud.send("PUT", `${things}/x`, eastus);
      await assign(`${things}/x`);
      const joins = `${sub}/resourceGroups/far/providers/Test.Things/things/y`;
      return cloud.send("PUT", `${things}/x`, { ...eastus, properties: { joins } }, { as: other });
    },
    `The client '${other}' with object id '${otherId}' has permission to perform action 'Test.Things/things/write' on scope '${things}/x'; however, it does not have permission to perform action(s) 'Test.Things/things/join/action' on the linked scope(s) '${sub}/resourceGroups/far/providers/Test.Things/things/y' (respectively) or the linked scope(s) are invalid.`,
  ],
  [
    "ScopeLocked",
    () =>
      after(
        putThing(eastus),
        send("PUT", `${things}/x/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`, {
          properties: { level: "CanNotDelete" },
        }),
        send("DELETE", `${things}/x`),
      ),
    `The scope '${things}/x' cannot perform delete operation because following scope(s) are locked: '${things}/x'. Please remove the lock and try again.`,
  ],
  [
    "InvalidSubscriptionId",
    send("GET", "/subscriptions/nope/resourceGroups/rg"),
    "The provided subscription identifier 'nope' is malformed or invalid.",
  ],
  [
    "SubscriptionNotFound",
    send("GET", `/subscriptions/${other}/resourceGroups/rg`),
    `The subscription '${other}' could not be found.`,
  ],
  ["LocationRequired", putThing({}), "The location property is required for this definition."],
  [
    "LocationNotAvailableForResourceType",
    putThing({ location: "atlantis" }),
    /^The provided location 'atlantis' is not available for resource type 'Test\.Things\/things'\. List of available regions for the resource type is 'eastus,eastus2,/,
  ],
  [
    "LocationNotAvailableForResourceGroup",
    send("PUT", `${sub}/resourceGroups/new`, { location: "atlantis" }),
    /^The provided location 'atlantis' is not available for resource group\. List of available regions is 'eastus,eastus2,/,
  ],
  ["InvalidResourceName", send("PUT", `${things}/a%3Cb`, eastus), /^The resource name 'a<b' is not valid: /],
  [
    "InvalidResourceGroup",
    send("PUT", `${sub}/resourceGroups/a%20b`, eastus),
    "The provided resource group name 'a b' has these invalid characters: ' '. The name can only be a letter, digit, '-', '.', '(', ')' or '_'.",
  ],
  [
    "ResourceGroupNameTooLong",
    send("PUT", `${sub}/resourceGroups/ends.`, eastus),
    /^The value of parameter resourceGroupName is invalid\./,
  ],
  [
    "InvalidResourceGroupLocation",
    send("PUT", group, { location: "westus" }),
    "Invalid resource group location 'westus'. The Resource group already exists in location 'eastus'.",
  ],
  ["ResourceGroupNotFound", send("GET", `${sub}/resourceGroups/X`), "Resource group 'X' could not be found."],
  [
    "ResourceGroupBeingDeleted",
    () =>
      after(
        send("PUT", `${machines}/m`, { ...eastus, properties: { slowMs: 1000 } }),
        send("DELETE", group),
        putThing(eastus),
      ),
    "The resource group 'rg' is in deprovisioning state and cannot perform this operation.",
  ],
  [
    "ResourceGroupDeletionBlocked",
    async () => {
      await cloud.send("PUT", `${things}/a`, eastus);
      await cloud.send("PUT", `${sub}/resourceGroups/far`, eastus);
      const user = { ...eastus, properties: { uses: "a" } };
      await cloud.send("PUT", `${sub}/resourceGroups/far/providers/Test.Things/things/b`, user);
      return cloud.finish(await cloud.send("DELETE", group));
    },
    /^Deletion of resource group 'rg' failed as resources with identifiers 'Test\.Things\/things\/a' could not be deleted\. The provisioning state of the resource group will be rolled back\. The tracking Id is '[-0-9a-f]{36}'\. Please check audit logs for more details\.$/,
  ],
  [
    "ResourceNotFound",
    send("GET", `${things}/x`),
    "The Resource 'Test.Things/things/x' under resource group 'rg' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
  ],
  [
    "ResourceNotFoundOutsideGroup",
    send("GET", `${sub}/providers/Microsoft.Authorization/locks/l?api-version=2020-05-01`),
    `The Resource 'Microsoft.Authorization/locks/l' was not found within subscription '${testSubscription}'.`,
  ],
  [
    "ParentResourceNotFound",
    send("PUT", `${group}/providers/Test.Things/shelves/s/boards/b`, {}),
    `Failed to perform 'write' on resource(s) of type 'shelves/boards', because the parent resource '${group}/providers/Test.Things/shelves/s' could not be found.`,
  ],
  [
    "InvalidResourceLocation",
    () => after(putThing(eastus), putThing({ location: "westus" })),
    "The resource 'x' already exists in location 'eastus' in resource group 'rg'. A resource with the same name cannot be created in location 'westus'. Please select a new resource name.",
  ],
  [
    "InvalidScope",
    send("PUT", `${sub}/providers/Test.Things/things/x`, eastus),
    `The resource type 'Test.Things/things' cannot be used at the scope '${sub}'.`,
  ],
  [
    "InvalidTags",
    putThing({ ...eastus, tags: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`t${index}`, ""])) }),
    "Too many tags specified. Requested tag count - '51'. Maximum number of tags allowed - '50'.",
  ],
  [
    "EmptyTagName",
    putThing(tags(" ", "x")),
    "The tag name must be non-null, non-empty and non-whitespace only. Please provide an actual value.",
  ],
  [
    "InvalidTagNameCharacters",
    putThing(tags("a/b", "x")),
    "The tag names 'a/b' have reserved characters '<,>,%,&,\\,?,/' or control characters.",
  ],
  [
    "InvalidTagName",
    putThing(tags("n".repeat(513), "x")),
    /^Tag key too large\. Following tag name 'n{513}' exceeded the maximum length\. Maximum allowed length for tag name - '512' characters\.$/,
  ],
  [
    "InvalidTagValueLength",
    putThing(tags("n", "v".repeat(257))),
    /^Tag value too large\. Following tag value 'v{257}' exceeded the maximum length\. Maximum allowed length for tag value - '256' characters\.$/,
  ],
  [
    "TagsNotSupported",
    () =>
      after(
        send("PUT", `${plains}/x`, eastus),
        send("PUT", `${plains}/x/providers/Microsoft.Resources/tags/default`, { properties: { tags: { a: "b" } } }),
      ),
    "Tags are not supported on resource type: 'Test.Plain/plains'.",
  ],
  [
    "TagNameInUse",
    () => after(putThing(tags("n", "v")), send("DELETE", `${sub}/tagNames/n`)),
    "The tag 'n' cannot be deleted: 1 resources or resource groups have it.",
  ],
  ["TagNameNotFound", send("PUT", `${sub}/tagNames/n/tagValues/v`), "The tag name 'n' could not be found."],
  [
    "PreconditionFailed",
    putThing(eastus, { headers: { "if-match": '"x"' } }),
    `The condition 'If-Match: "x"' in the request is not satisfied for the resource '${things}/x'.`,
  ],
  [
    "AnotherOperationInProgress",
    () =>
      after(
        send("PUT", `${plains}/x`, { ...eastus, properties: { slow: true } }),
        send("PUT", `${plains}/x`, { ...eastus, properties: {} }),
      ),
    /^Another operation on this or dependent resource is in progress\. It is the operation '[-0-9a-f]{36}' \(create\) on '.*\/plains\/x'\.$/,
  ],
  ["OperationNotFound", send("GET", `${sub}/operationresults/nope`), "The operation 'nope' could not be found."],
  [
    "OperationCanceled",
    async () => {
      const started = await cloud.send("PUT", `${machines}/m`, { ...eastus, properties: { slowMs: 1000 } });
      await cloud.clock.advance(1);
      await cloud.send("POST", `${machines}/m/abort`);
      const status = await cloud.finish(started);
      return { ...status, status: armErrorTable.OperationCanceled.status };
    },
    "The operation was canceled.",
  ],
];

const managementGroupRows: readonly (readonly [keyof typeof managementGroupErrorTable, Make, string | RegExp])[] = [
  ["ManagementGroupUnknown", send("GET", `${groups}/no?${groupVersion}`), `'${groups}/no' not found`],
  [
    "ManagementGroupNotFound",
    send("PUT", `${groups}/no/providers/Microsoft.Resources/deployments/d`, eastus),
    "The management group 'no' cannot be found.",
  ],
  [
    "InvalidManagementGroupName",
    send("PUT", `${groups}/a@b?${groupVersion}`, {}),
    /^The management group id 'a@b' is not/,
  ],
  [
    "ManagementGroupHasChildren",
    () =>
      after(
        send("PUT", `${groups}/a?${groupVersion}`, {}),
        send("PUT", `${groups}/b?${groupVersion}`, { properties: { details: { parent: { id: `${groups}/a` } } } }),
        send("DELETE", `${groups}/a?${groupVersion}`),
      ),
    "The management group 'a' cannot be deleted: it still holds management groups or subscriptions.",
  ],
  [
    "ManagementGroupParentCycle",
    () =>
      after(
        send("PUT", `${groups}/a?${groupVersion}`, {}),
        send("PUT", `${groups}/a?${groupVersion}`, { properties: { details: { parent: { id: `${groups}/a` } } } }),
      ),
    "The management group 'a' cannot lie in itself.",
  ],
  [
    "RootManagementGroupFixed",
    send("DELETE", `${groups}/${testTenant}?${groupVersion}`),
    "The root management group cannot be deleted or moved.",
  ],
];

const specRows: readonly (readonly [keyof typeof templateSpecErrorTable, Make, string | RegExp])[] = [
  ["InvalidTemplateSpecName", send("PUT", `${specs}/a@b?${specVersion}`, eastus), /^The name 'a@b' is not valid: /],
  [
    "MissingMainTemplate",
    () =>
      after(
        send("PUT", `${specs}/s?${specVersion}`, eastus),
        send("PUT", `${specs}/s/versions/1?${specVersion}`, eastus),
      ),
    "The request content was invalid: the property 'properties.mainTemplate' is missing or not a JSON object.",
  ],
];

interface Row {
  readonly status: number;
  readonly code?: string;
  readonly source: string;
}

describe.each([
  ["Resource Manager", armErrorTable as Readonly<Record<string, Row>>, rows],
  ["management groups", managementGroupErrorTable as Readonly<Record<string, Row>>, managementGroupRows],
  ["template specs", templateSpecErrorTable as Readonly<Record<string, Row>>, specRows],
] as const)("refusals of %s", (_name, table, cases: readonly (readonly [string, Make, string | RegExp])[]) => {
  it.each(cases)("%s", async (row, make, message) => {
    const { status, code = row } = table[row] as Row;
    const answer = await make();
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status, body: { error: { code } } });
    const said = (answer.body["error"] as unknown as { readonly message: string }).message;
    if (typeof message === "string") expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it("are every row of the table, each with its source", () => {
    expect(cases.map(([row]) => row).toSorted()).toEqual(Object.keys(table).toSorted());
    for (const { source } of Object.values(table)) expect(source).not.toBe("");
  });
});

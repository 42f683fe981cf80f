import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { stableId } from "@byocni/azure/entra";
import {
  createTestCloud,
  testSubscription,
  testTenant,
  thingsProvider,
  type TestAnswer,
  type TestCloud,
} from "../testing/index.ts";
import { machine, template, testDeployments as deployments, testGroup as group, thing } from "../testing/deployer.ts";
import { deploymentErrorTable } from "./errors.ts";

const other = "00000000-0000-0000-0000-0000000000aa";
const otherId = stableId(testTenant, "servicePrincipal", other);
const uri = "https://templates.example/t.json";

let cloud: TestCloud;
let files: Readonly<Record<string, unknown>>;
beforeEach(async () => {
  files = {};
  cloud = await createTestCloud({
    providers: [thingsProvider],
    deps: { readContent: (asked) => Promise.resolve(JSON.stringify(files[asked])) },
  });
  await cloud.send("PUT", group, { location: "eastus" });
});

type Make = () => Promise<TestAnswer>;

const put =
  (properties: JsonObject, path = `${deployments}/d`, more: JsonObject = {}): Make =>
  () =>
    cloud.send("PUT", path, { ...more, properties: { mode: "Incremental", ...properties } });

/** The end of a deployment as a refusal: what its operation says. */
async function ended(properties: JsonObject): Promise<TestAnswer> {
  const answer = await cloud.finish(await put(properties)());
  return { ...answer, status: 400 };
}

/** The first detail of a refusal as a refusal of its own. */
async function detail(of: Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await of;
  const [error] = (answer.body["error"] as unknown as { readonly details: readonly JsonObject[] }).details;
  return { ...answer, body: { error: error ?? {} } };
}

async function asReader(): Promise<TestAnswer> {
  const own = `/subscriptions/${testSubscription}/providers/Microsoft.Authorization/roleDefinitions/${other}`;
  const permissions = [{ actions: ["*/read", "Microsoft.Resources/deployments/*"] }];
  const definition = { roleName: "Deployer", assignableScopes: [`/subscriptions/${testSubscription}`], permissions };
  await cloud.send("PUT", `${own}?api-version=2022-04-01`, { properties: definition });
  const properties = { roleDefinitionId: own, principalId: otherId, principalType: "ServicePrincipal" };
  const path = `${group}/providers/Microsoft.Authorization/roleAssignments/${other}?api-version=2022-04-01`;
  await cloud.send("PUT", path, { properties });
  const body = { properties: { mode: "Incremental", template: template([thing("t")]) } };
  return cloud.send("PUT", `${deployments}/d`, body, { as: other });
}

const linked = (name: string): JsonObject => ({
  type: "Microsoft.Resources/deployments",
  apiVersion: "2024-03-01",
  name,
  properties: { mode: "Incremental", templateLink: { uri } },
});

const inner = (name: string): JsonObject => ({
  type: "Microsoft.Resources/deployments",
  apiVersion: "2024-03-01",
  name,
  properties: { mode: "Incremental", template: template([]) },
});

const subscription = "/subscriptions/{sub}/providers/Microsoft.Resources/deployments/d";
const empty = { template: template([]) };

/** A row of the table, how it comes about, and the message: Azure's where the row names a source, else byocni's own. */
const rows: readonly (readonly [keyof typeof deploymentErrorTable, Make, string | RegExp])[] = [
  ["DeploymentNotFound", () => cloud.send("GET", `${deployments}/X`), "Deployment 'X' could not be found."],
  [
    "DeploymentOperationNotFound",
    async () => {
      await ended(empty);
      return cloud.send("GET", `${deployments}/d/operations/X`);
    },
    "The deployment operation 'X' could not be found.",
  ],
  [
    "DeploymentNameLengthLimitExceeded",
    put(empty, `${deployments}/${"x".repeat(67)}`),
    `The provided deployment name '${"x".repeat(67)}' has a length of '67' which exceeds the maximum length of '64'.`,
  ],
  ["InvalidDeploymentName", put(empty, `${deployments}/a%20b`), /^The deployment name 'a b' is not valid: /],
  [
    "InvalidDeployment",
    put(empty, subscription),
    "The 'location' property must be specified for 'd'. Please see https://aka.ms/arm-deployment-subscription for usage details.",
  ],
  [
    "InvalidDeploymentLocation",
    async () => {
      await cloud.finish(await put(empty, subscription, { location: "eastus" })());
      return put(empty, subscription, { location: "westeurope" })();
    },
    "Invalid deployment location 'westeurope'. The deployment 'd' already exists in location 'eastus'.",
  ],
  [
    "DeploymentActive",
    async () => {
      await put({ template: template([machine("m", { properties: { slowMs: 1000 } })]) })();
      return put(empty)();
    },
    "Unable to edit or replace deployment 'd': previous deployment from '1/1/2026 12:00:00 AM' is still active (expiration time is '1/8/2026 12:00:00 AM'). Please see https://aka.ms/arm-deploy for usage details.",
  ],
  [
    "DeploymentCannotBeCancelled",
    async () => {
      await ended(empty);
      return cloud.send("POST", `${deployments}/d/cancel`);
    },
    "The deployment 'd' cannot be canceled: its provisioning state is 'Succeeded'.",
  ],
  [
    "TemplateRequired",
    put({}),
    "The request content was invalid: either 'template' or 'templateLink' must be specified.",
  ],
  [
    "ParametersTwice",
    put({ ...empty, parameters: { a: { value: 1 } }, parametersLink: { uri } }),
    "The request content was invalid: either 'parameters' or 'parametersLink' can be specified, not both.",
  ],
  [
    "InvalidDeploymentMode",
    put({ ...empty, mode: "Sometimes" }),
    "The deployment mode 'Sometimes' is not valid: it must be 'Incremental' or 'Complete'.",
  ],
  [
    "CompleteModeOutsideGroup",
    put({ ...empty, mode: "Complete" }, subscription, { location: "eastus" }),
    "The deployment mode 'Complete' is supported for resource group deployments only.",
  ],
  [
    "InvalidContentLink",
    put({ templateLink: { uri: "nowhere" } }),
    /^Unable to download deployment content from 'nowhere'\. The tracking Id is '[-0-9a-f]{36}'\. Please see https:\/\/aka\.ms\/arm-deploy for usage details\.$/,
  ],
  [
    "ParametersContentVersion",
    () => {
      files = { [uri]: { contentVersion: "1.0.0.0", parameters: {} } };
      return put({ ...empty, parametersLink: { uri, contentVersion: "2.0.0.0" } })();
    },
    `The parameters behind '${uri}' have the content version '1.0.0.0', but the link asks for '2.0.0.0'.`,
  ],
  [
    "InvalidTemplateSpec",
    put({ templateLink: { id: "/subscriptions/x" } }),
    /^Unable to retrieve the template content from the resource ID '\/subscriptions\/x'\. Please see https:\/\/aka\.ms\/arm-deploy for usage details\. Diagnostic information: timestamp '20260101T000000Z', tracking Id '[-0-9a-f]{36}', request correlation Id '[-0-9a-f]{36}'\.$/,
  ],
  [
    "OnErrorOutsideGroup",
    put({ ...empty, onErrorDeployment: { type: "LastSuccessful" } }, subscription, { location: "eastus" }),
    "'onErrorDeployment' is supported for resource group deployments only.",
  ],
  [
    "InvalidOnErrorDeployment",
    put({ ...empty, onErrorDeployment: { type: "x" } }),
    /^The value of 'onErrorDeployment' is/,
  ],
  [
    "OnErrorDeploymentNotFound",
    put({ ...empty, onErrorDeployment: { type: "SpecificDeployment", deploymentName: "no" } }),
    /^There is no earlier deployment 'no' in this resource group that succeeded/,
  ],
  [
    "OnErrorDeploymentSecret",
    async () => {
      const secret = template([], { parameters: { s: { type: "securestring" } } });
      await cloud.finish(await put({ template: secret, parameters: { s: { value: "x" } } }, `${deployments}/old`)());
      return put({ ...empty, onErrorDeployment: { type: "LastSuccessful" } })();
    },
    "The deployment 'old' cannot be run again by 'onErrorDeployment': the value of its secure parameter 's' is not kept.",
  ],
  [
    "InvalidTemplateDeployment",
    put({ template: template([thing("9")]) }),
    /^The template deployment 'd' is not valid according to the validation procedure\. The tracking id is '[-0-9a-f]{36}'\. See inner errors for details\.$/,
  ],
  [
    "TemplateAuthorizationRefused",
    asReader,
    /^Deployment failed with multiple errors: 'Authorization failed for template resource 't' of type 'Test\.Things\/things'\./,
  ],
  [
    "TemplateAuthorizationFailed",
    () => detail(asReader()),
    `Authorization failed for template resource 't' of type 'Test.Things/things'. The client '${other}' with object id '${otherId}' does not have permission to perform action 'Test.Things/things/write' at scope '/subscriptions/${testSubscription}/resourceGroups/rg/providers/Test.Things/things/t'.`,
  ],
  [
    "NestedTooDeep",
    () => {
      files = { [uri]: template([linked("again")]) };
      return detail(put({ templateLink: { uri } })());
    },
    /^Deployment template validation failed: 'The deployment 'again' is nested more than 20 levels deep\./,
  ],
  [
    "TooManyNested",
    () => {
      const eight = Array.from({ length: 8 }, (_, index) => linked(`n${index}`));
      files = {
        "https://templates.example/leaf.json": template(Array.from({ length: 110 }, (_, index) => inner(`l${index}`))),
        [uri]: template(
          eight.map((one) => ({
            ...one,
            properties: { mode: "Incremental", templateLink: { uri: "https://templates.example/leaf.json" } },
          })),
        ),
      };
      return detail(put({ templateLink: { uri } })());
    },
    /^Deployment template validation failed: 'The template holds more than 800 nested deployments\./,
  ],
  [
    "DeploymentFailed",
    () => ended({ template: template([machine("m", { properties: { fail: true } })]) }),
    "At least one resource deployment operation failed. Please list deployment operations for details. Please see https://aka.ms/arm-deployment-operations for usage details.",
  ],
  [
    "ResourceDeploymentFailure",
    () => detail(ended({ template: template([machine("m", { properties: { fail: true } })]) })),
    "The resource write operation failed to complete successfully, because it reached terminal provisioning state 'Failed'.",
  ],
];

/** Rows that a deployment cannot be brought to by a request of one process. */
const elsewhere: readonly (keyof typeof deploymentErrorTable)[] = ["DeploymentCanceled"];

describe("refusals of deployments", () => {
  it.each(rows)("%s", async (row, make, message) => {
    const { status, code = row } = deploymentErrorTable[row] as { readonly status: number; readonly code?: string };
    const answer = await make();
    const isDetail = row === "ResourceDeploymentFailure" || row.startsWith("TemplateAuthorizationF");
    expect(answer, JSON.stringify(answer.body)).toMatchObject({
      ...(isDetail ? {} : { status }),
      body: { error: { code } },
    });
    const said = (answer.body["error"] as unknown as { readonly message: string }).message;
    if (typeof message === "string") expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it("are every row of the table, each with its source", () => {
    const covered = [...rows.map(([row]) => row), ...elsewhere];
    expect(covered.toSorted()).toEqual(Object.keys(deploymentErrorTable).toSorted());
    for (const { source } of Object.values(deploymentErrorTable)) expect(source).not.toBe("");
  });
});

import { row, usage } from "./row.ts";

/** Resource functions. */
export const resourceFunctionTexts = {
  resourceIdCount: row(
    "Azure/azure-quickstart-templates#5803",
    (name: string, type: string, count: number) =>
      `Unable to evaluate template language function '${name}': the type '${type}' requires '${count}' resource name argument(s). ${usage("arm-functions#resourceid")}`,
  ),
  resourceIdType: row(
    "MicrosoftDocs/azure-docs#37451",
    (name: string) =>
      `Unable to evaluate template language function '${name}': function requires exactly one multi-segmented argument which must be resource type including resource provider namespace. ${usage("arm-functions#resourceid")}`,
  ),
  extensionIdType: row(
    "Azure/bicep#8510",
    (name: string, args: string) =>
      `Unable to evaluate template language function '${name}': function requires exactly two multi-segmented arguments. The first must be the parent resource id while the second must be resource type including resource provider namespace. Current function arguments '${args}'. ${usage("arm-functions#extensionresourceid")}`,
  ),
  subscriptionIdInvalid: row(
    "summu97/ARM-Templates-Assessment (recorded answer)",
    (value: string) =>
      `The provided value '${value}' is not valid subscription identifier. ${usage("arm-functions#resourceid")}`,
  ),
  referenceNotFound: row(
    "TaoYang-Cloud/azure.policy.monitor#5",
    (name: string) =>
      `The template reference '${name}' is not valid: could not find template resource or resource copy with this name. ${usage("arm-function-reference")}`,
  ),
  referenceVersion: row(
    "microsoft/openshift-container-platform#185",
    (from: string, to: string) =>
      `The template resource '${from}' reference to '${to}' requires an API version. ${usage("arm-template")}`,
  ),
  outputReferenceVersion: row(
    "eclipse-hono/hono#1596",
    (to: string) => `The template output reference to '${to}' requires an API version. ${usage("arm-template")}`,
  ),
  referenceOwn: row(
    "MicrosoftDocs/azure-docs#45142",
    (name: string) => `The template resource '${name}' cannot reference itself. ${usage("arm-function-reference")}`,
  ),
  providerNotFound: row(
    "own",
    (namespace: string) => `The resource provider '${namespace}' is not known. ${usage("arm-functions#providers")}`,
  ),
  zonesUnknown: row(
    "own",
    (type: string, location: string) =>
      `Unable to evaluate template language function 'pickZones': the zones of '${type}' in '${location}' are not known.`,
  ),
} as const;

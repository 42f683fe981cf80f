import type { Json } from "@byocni/base/core";
import { armErrorFromBody, armErrors, type ArmError, type CloudErrorBody } from "@byocni/azure/types";
import { TemplateError } from "@byocni/azure/template";

const sheet = "arm-and-az 3.5";

/** What deployments are refused with, besides the template language's own errors. */
export const deploymentErrorTable = {
  DeploymentNotFound: { status: 404, message: "Deployment '{name}' could not be found.", source: sheet },
  DeploymentOperationNotFound: {
    status: 404,
    message: "The deployment operation '{id}' could not be found.",
    source: "own",
  },
  DeploymentNameLengthLimitExceeded: {
    status: 400,
    message:
      "The provided deployment name '{name}' has a length of '{length}' which exceeds the maximum length of '64'.",
    source: sheet,
  },
  InvalidDeploymentName: {
    status: 400,
    message:
      "The deployment name '{name}' is not valid: it can contain letters, digits, '-', '.', '(', ')' and '_' only.",
    source: "own text; the rule is from Azure Resource Manager, naming rules",
  },
  InvalidDeployment: {
    status: 400,
    message:
      "The 'location' property must be specified for '{name}'. Please see https://aka.ms/arm-deployment-subscription for usage details.",
    source: "Azure/azure-monitor-baseline-alerts, docs on known issues (recorded answer)",
  },
  InvalidDeploymentLocation: {
    status: 400,
    message: "Invalid deployment location '{given}'. The deployment '{name}' already exists in location '{location}'.",
    source: "Azure/azure-monitor-baseline-alerts, docs on known issues (recorded answer)",
  },
  DeploymentActive: {
    status: 409,
    message:
      "Unable to edit or replace deployment '{name}': previous deployment from '{started}' is still active (expiration time is '{expires}'). Please see https://aka.ms/arm-deploy for usage details.",
    source: "Azure/aks-engine, pkg/armhelpers tests (recorded answer)",
  },
  DeploymentCannotBeCancelled: {
    status: 409,
    message: "The deployment '{name}' cannot be canceled: its provisioning state is '{state}'.",
    source: "own text; the code is from juju/juju, provider/azure, and the tests of azure-sdk-for-js",
  },
  TemplateRequired: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The request content was invalid: either 'template' or 'templateLink' must be specified.",
    source: "own text; the rule is from the REST reference of deployments",
  },
  ParametersTwice: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The request content was invalid: either 'parameters' or 'parametersLink' can be specified, not both.",
    source: "own text; the rule is from the REST reference of deployments",
  },
  InvalidDeploymentMode: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The deployment mode '{mode}' is not valid: it must be 'Incremental' or 'Complete'.",
    source: "own text; the values are from the REST reference of deployments",
  },
  CompleteModeOutsideGroup: {
    status: 400,
    code: "InvalidDeploymentMode",
    message: "The deployment mode 'Complete' is supported for resource group deployments only.",
    source: "own text; the rule is from Azure Resource Manager, deployment modes",
  },
  InvalidContentLink: {
    status: 400,
    message:
      "Unable to download deployment content from '{uri}'. The tracking Id is '{trackingId}'. Please see https://aka.ms/arm-deploy for usage details.",
    source: "mspnp/reference-architectures#65 (recorded answer)",
  },
  ParametersContentVersion: {
    status: 400,
    code: "InvalidTemplate",
    message: "The parameters behind '{uri}' have the content version '{version}', but the link asks for '{expected}'.",
    source: "own",
  },
  InvalidTemplateSpec: {
    status: 400,
    message:
      "Unable to retrieve the template content from the resource ID '{id}'. Please see https://aka.ms/arm-deploy for usage details. Diagnostic information: timestamp '{timestamp}', tracking Id '{trackingId}', request correlation Id '{correlationId}'.",
    source: "Azure/template-specs#24 (recorded answer)",
  },
  OnErrorOutsideGroup: {
    status: 400,
    code: "InvalidOnErrorDeployment",
    message: "'onErrorDeployment' is supported for resource group deployments only.",
    source: "own text; the rule is from Azure Resource Manager, rollback on error",
  },
  InvalidOnErrorDeployment: {
    status: 400,
    message:
      "The value of 'onErrorDeployment' is not valid: its type is 'LastSuccessful', or 'SpecificDeployment' with a 'deploymentName'.",
    source: "own text; the values are from Azure Resource Manager, rollback on error",
  },
  OnErrorDeploymentNotFound: {
    status: 400,
    code: "InvalidOnErrorDeployment",
    message:
      "There is no earlier deployment '{name}' in this resource group that succeeded: 'onErrorDeployment' has nothing to go back to.",
    source: "own text; the rule is from Azure Resource Manager, rollback on error",
  },
  OnErrorDeploymentSecret: {
    status: 400,
    code: "InvalidOnErrorDeployment",
    message:
      "The deployment '{name}' cannot be run again by 'onErrorDeployment': the value of its secure parameter '{parameter}' is not kept.",
    source: "own",
  },
  InvalidTemplateDeployment: {
    status: 400,
    message:
      "The template deployment '{name}' is not valid according to the validation procedure. The tracking id is '{trackingId}'. See inner errors for details.",
    source: sheet,
  },
  TemplateAuthorizationRefused: {
    status: 403,
    code: "InvalidTemplateDeployment",
    message: "Deployment failed with multiple errors: '{errors}'",
    source: "logs of Azure DevOps pipelines (recorded answer)",
  },
  TemplateAuthorizationFailed: {
    status: 403,
    code: "AuthorizationFailed",
    message:
      "Authorization failed for template resource '{name}' of type '{type}'. The client '{client}' with object id '{objectId}' does not have permission to perform action '{action}' at scope '{scope}'.",
    source: "Azure/mpf, pkg/domain/authorizationErrorParser.go (its pattern)",
  },
  NestedTooDeep: {
    status: 400,
    code: "InvalidTemplate",
    message:
      "Deployment template validation failed: 'The deployment '{name}' is nested more than {limit} levels deep. A linked template that links itself never ends.'.",
    source: "own text",
  },
  TooManyNested: {
    status: 400,
    code: "InvalidTemplate",
    message:
      "Deployment template validation failed: 'The template holds more than {limit} nested deployments. A linked template that links itself never ends.'.",
    source: "own text; the limit is that of deployments kept in a scope",
  },
  DeploymentFailed: {
    status: 400,
    message:
      "At least one resource deployment operation failed. Please list deployment operations for details. Please see https://aka.ms/arm-deployment-operations for usage details.",
    source: sheet,
  },
  ResourceDeploymentFailure: {
    status: 400,
    message:
      "The resource write operation failed to complete successfully, because it reached terminal provisioning state '{state}'.",
    source: sheet,
  },
  DeploymentCanceled: {
    status: 409,
    message: "The deployment was canceled.",
    source: "own",
  },
} as const;

export const deploymentFaults = armErrors(deploymentErrorTable);

/** A refused template as Resource Manager answers it. */
export function fromTemplateError(error: TemplateError): ArmError {
  const body: CloudErrorBody = {
    code: error.code,
    message: error.message,
    ...(error.details.length === 0 ? {} : { details: error.details }),
    ...(error.additionalInfo.length === 0
      ? {}
      : { additionalInfo: error.additionalInfo.map(({ type, info }) => ({ type, info: info as unknown as Json })) }),
  };
  return armErrorFromBody(error.code === "RequestContentTooLarge" ? 413 : 400, body);
}

/** Runs work of the template language and answers its refusals as Resource Manager does. */
export async function withTemplateErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TemplateError) throw fromTemplateError(error);
    throw error;
  }
}

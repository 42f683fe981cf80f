import { armErrors } from "@byocni/azure/types";

const guide = "Azure Resource Manager, move resources: troubleshooting";

/** What moves of resources are refused with. */
export const moveErrorTable = {
  ResourceMoveValidationFailed: {
    status: 409,
    message:
      "The resource batch move request has '{count}' validation errors. Diagnostic information: timestamp '{timestamp}', tracking Id '{trackingId}', request correlation Id '{correlationId}'.",
    source: "AaronSaikovski/armv, README (recorded answer)",
  },
  ResourceMoveNotSupported: {
    status: 409,
    message: "Resource move is not supported for resource types '{type}'.",
    source: "AaronSaikovski/armv, README (recorded answer)",
  },
  MissingMoveDependentResources: {
    status: 409,
    message:
      "The move resources request does not contain all the dependent resources. Please check error details for missing resource ids.",
    source: "MicrosoftDocs/azure-docs#7589 (recorded answer)",
  },
  MoveCannotProceedWithResourcesNotInSucceededState: {
    status: 409,
    message: "The resource '{id}' cannot be moved: its provisioning state is '{state}', not 'Succeeded'.",
    source: `own text; the code is from ${guide}`,
  },
  ResourceMoveConflict: {
    status: 409,
    message: "A resource with the name '{name}' and the type '{type}' exists in the resource group '{group}' already.",
    source: "own",
  },
  ResourceMoveOtherGroup: {
    status: 400,
    code: "InvalidRequestContent",
    message:
      "The resource '{id}' cannot be moved by this request: it is no top-level resource of the resource group '{group}'.",
    source: "own text; the rule is from the REST reference of moveResources",
  },
  ResourceMoveSameGroup: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The source and target resource groups are the same: '{group}'.",
    source: "own",
  },
  ResourceMovePeered: {
    status: 409,
    code: "ResourceMovePolicyValidationFailed",
    message: "The virtual network '{id}' cannot be moved while it has peerings: delete them first.",
    source: "own text; the rule is from Azure Resource Manager, move networking resources",
  },
} as const;

export const moveFaults = armErrors(moveErrorTable);

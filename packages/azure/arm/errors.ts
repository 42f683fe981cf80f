import { armErrors } from "@byocni/azure/types";

const docs = "Azure Resource Manager, common deployment errors";

/** What Resource Manager itself refuses. Providers have their own tables. */
export const armErrorTable = {
  // Requests
  MissingApiVersionParameter: {
    status: 400,
    message: "The api-version query parameter (?api-version=) is required for all requests.",
    source: docs,
  },
  InvalidApiVersionParameter: {
    status: 400,
    message: "The api-version '{version}' is invalid. The supported versions are '{versions}'.",
    source: docs,
  },
  InvalidRequestContent: {
    status: 400,
    message: "The request content was invalid and could not be deserialized: '{reason}'.",
    source: docs,
  },
  EmptyRequestContent: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The request content was invalid and could not be deserialized: 'A request body is required.'.",
    source: "own",
  },
  RequestContentTooLarge: {
    status: 413,
    message: "The request content size exceeds the maximum size of {limit} MB.",
    source: docs,
  },
  MismatchingResourceName: {
    status: 400,
    message: "The provided resource name '{given}' did not match the name in the Url '{name}'.",
    source: docs,
  },
  MismatchingResourceType: {
    status: 400,
    message: "The provided resource type '{given}' did not match the type in the Url '{type}'.",
    source: docs,
  },
  MismatchingResourceId: {
    status: 400,
    message: "The provided resource ID '{given}' did not match the resource ID in the Url '{id}'.",
    source: docs,
  },
  InvalidRequestUri: {
    status: 400,
    message: "The request URI '{path}' is not valid: resource ids have no empty, relative or encoded segments.",
    source: "own",
  },
  InvalidFilterInQueryString: {
    status: 400,
    message: "Invalid $filter '{filter}' specified in the query string: {reason}",
    source: docs,
  },
  InvalidFilterProperty: {
    status: 400,
    code: "InvalidFilterInQueryString",
    message:
      "Invalid $filter '{filter}' specified in the query string: the property '{property}' cannot be filtered by.",
    source: "own text; code as in the row above",
  },
  InvalidTopInQueryString: {
    status: 400,
    message: "Invalid $top '{top}' specified in the query string. The value must be an integer between 1 and 1000.",
    source: docs,
  },
  InvalidSkipToken: { status: 400, message: "The skip token '{token}' is not valid.", source: docs },
  InvalidResourceNamespace: { status: 404, message: "The resource namespace '{namespace}' is invalid.", source: docs },
  InvalidResourceType: {
    status: 404,
    message: "The resource type could not be found in the namespace '{namespace}' for api version '{version}'.",
    source: "MicrosoftDocs/azure-docs, azure-netapp-files quick start (recorded answer)",
  },
  InvalidResourceTypeVersion: {
    status: 400,
    code: "InvalidResourceType",
    message:
      "The resource type '{type}' could not be found in the namespace '{namespace}' for api version '{version}'. The supported api-versions are '{versions}'.",
    source: "Azure/Enterprise-Scale#402 (recorded answer)",
  },
  MissingSubscriptionRegistration: {
    status: 409,
    message:
      "The subscription is not registered to use namespace '{namespace}'. See https://aka.ms/rps-not-found for how to register subscriptions.",
    source: "MicrosoftDocs/azure-docs, troubleshooting/error-register-resource-provider",
  },
  ProviderInUse: {
    status: 409,
    code: "ProviderHasResources",
    message:
      "The resource provider '{namespace}' cannot be unregistered: the subscription has {count} resources of it.",
    source: "own text; the rule is from Azure Resource Manager, resource providers and types",
  },
  NoRegisteredProviderFound: {
    status: 400,
    message:
      "No registered resource provider found for location '{location}' and API version '{version}' for type '{type}'. The supported api-versions are '{versions}'. The supported locations are '{locations}'.",
    source: "MicrosoftDocs/azure-docs, templates/quickstart-troubleshoot-arm-deployment",
  },
  NotImplemented: {
    status: 501,
    message: "byocni does not have {what}. What it has is listed in the support matrix.",
    source: "own",
  },
  NotFound: { status: 404, message: "There is nothing at '{path}'.", source: "own" },
  MethodNotAllowed: {
    status: 405,
    message: "The requested resource does not support http method '{method}'.",
    source: docs,
  },
  InternalServerError: {
    status: 500,
    message: "byocni failed on this request. The log holds the cause under the correlation id '{correlationId}'.",
    source: "own",
  },

  // Tokens
  AuthenticationFailed: {
    status: 401,
    message: "Authentication failed. The 'Authorization' header is missing.",
    source: docs,
  },
  InvalidScheme: {
    status: 401,
    code: "AuthenticationFailedInvalidHeader",
    message: "Authentication failed. The 'Authorization' header is provided in an invalid format.",
    source: docs,
  },
  InvalidAuthenticationToken: { status: 401, message: "The access token is invalid.", source: "arm-and-az 3.5" },
  ExpiredAuthenticationToken: {
    status: 401,
    message: "The access token expiry UTC time '{expiry}' is earlier than current UTC time '{now}'.",
    source: docs,
  },
  InvalidAuthenticationTokenAudience: {
    status: 401,
    message:
      "The access token has been obtained for wrong audience or resource '{audience}'. It should exactly match with one of the allowed audiences '{audiences}'.",
    source: docs,
  },
  InvalidAuthenticationTokenTenant: {
    status: 401,
    message:
      "The access token is from the wrong issuer. It must match the tenant '{tenant}' associated with this subscription.",
    source: docs,
  },

  // Permissions and locks
  AuthorizationFailed: {
    status: 403,
    message:
      "The client '{client}' with object id '{objectId}' does not have authorization to perform action '{action}' over scope '{scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.",
    source: "Azure RBAC, troubleshooting",
  },
  LinkedAuthorizationFailed: {
    status: 403,
    message:
      "The client '{client}' with object id '{objectId}' has permission to perform action '{action}' on scope '{scope}'; however, it does not have permission to perform action(s) '{linkedActions}' on the linked scope(s) '{linkedScopes}' (respectively) or the linked scope(s) are invalid.",
    source: "Azure/mpf, pkg/domain/authorizationErrorParser_test.go (recorded answer of managedClusters/write)",
  },
  ScopeLocked: {
    status: 409,
    message:
      "The scope '{scope}' cannot perform {operation} operation because following scope(s) are locked: '{locked}'. Please remove the lock and try again.",
    source: "MicrosoftDocs/azure-docs, automation/troubleshoot/start-stop-vm (recorded answer)",
  },

  // Subscriptions, groups, resources
  InvalidSubscriptionId: {
    status: 400,
    message: "The provided subscription identifier '{id}' is malformed or invalid.",
    source: docs,
  },
  SubscriptionNotFound: { status: 404, message: "The subscription '{id}' could not be found.", source: docs },
  LocationRequired: {
    status: 400,
    message: "The location property is required for this definition.",
    source: docs,
  },
  LocationNotAvailableForResourceType: {
    status: 400,
    message:
      "The provided location '{location}' is not available for resource type '{type}'. List of available regions for the resource type is '{locations}'.",
    source: docs,
  },
  LocationNotAvailableForResourceGroup: {
    status: 400,
    message:
      "The provided location '{location}' is not available for resource group. List of available regions is '{locations}'.",
    source: docs,
  },
  InvalidResourceName: {
    status: 400,
    message:
      "The resource name '{name}' is not valid: it is longer than 260 characters or holds characters that no resource name can have.",
    source: "own text",
  },
  InvalidResourceGroup: {
    status: 400,
    message:
      "The provided resource group name '{name}' has these invalid characters: '{characters}'. The name can only be a letter, digit, '-', '.', '(', ')' or '_'.",
    source: docs,
  },
  ResourceGroupNameTooLong: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter resourceGroupName is invalid. It must be between 1 and 90 characters and must not end with a period.",
    source: docs,
  },
  InvalidResourceGroupLocation: {
    status: 409,
    message: "Invalid resource group location '{given}'. The Resource group already exists in location '{location}'.",
    source: docs,
  },
  ResourceGroupNotFound: {
    status: 404,
    message: "Resource group '{name}' could not be found.",
    source: "arm-and-az 3.5",
  },
  ResourceGroupBeingDeleted: {
    status: 409,
    message: "The resource group '{name}' is in deprovisioning state and cannot perform this operation.",
    source: "packer and vagrant logs of the Azure builders",
  },
  ResourceGroupDeletionBlocked: {
    status: 409,
    message:
      "Deletion of resource group '{name}' failed as resources with identifiers '{resources}' could not be deleted. The provisioning state of the resource group will be rolled back. The tracking Id is '{correlationId}'. Please check audit logs for more details.",
    source: docs,
  },
  ResourceNotFound: {
    status: 404,
    message:
      "The Resource '{resource}' under resource group '{group}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix",
    source: "arm-and-az 3.5",
  },
  ResourceNotFoundOutsideGroup: {
    status: 404,
    code: "ResourceNotFound",
    message: "The Resource '{resource}' was not found within subscription '{subscription}'.",
    source: docs,
  },
  ParentResourceNotFound: {
    status: 404,
    message:
      "Failed to perform '{operation}' on resource(s) of type '{type}', because the parent resource '{parent}' could not be found.",
    source: docs,
  },
  InvalidResourceLocation: {
    status: 409,
    message:
      "The resource '{name}' already exists in location '{location}' in resource group '{group}'. A resource with the same name cannot be created in location '{given}'. Please select a new resource name.",
    source: docs,
  },
  InvalidScope: {
    status: 400,
    message: "The resource type '{type}' cannot be used at the scope '{scope}'.",
    source: "own",
  },
  InvalidTagNameLength: {
    status: 400,
    message: "Tag name cannot be empty and must have at most 512 characters.",
    source: docs,
  },
  TooManyTags: {
    status: 400,
    message: "The tags on this resource are too many: {count}. A resource can have at most 50 tags.",
    source: docs,
  },
  InvalidTagValueLength: {
    status: 400,
    message: "Tag value too large: the tag '{name}' has a value of {length} characters, at most 256 are allowed.",
    source: docs,
  },
  TagsNotSupported: {
    status: 400,
    code: "TagsNotSupportedForResourceType",
    message: "Tags are not supported on resource type: '{type}'.",
    source: "own",
  },
  TagNameInUse: {
    status: 409,
    code: "TagNameInUse",
    message: "The tag '{name}' cannot be deleted: {count} resources or resource groups have it.",
    source: "own text; the rule is from the REST reference of tags",
  },
  TagNameNotFound: {
    status: 404,
    code: "TagNameNotFound",
    message: "The tag name '{name}' could not be found.",
    source: "own",
  },
  PreconditionFailed: {
    status: 412,
    message: "The condition '{condition}' in the request is not satisfied for the resource '{id}'.",
    source: docs,
  },

  // Operations
  AnotherOperationInProgress: {
    status: 409,
    message:
      "Another operation on this or dependent resource is in progress. It is the operation '{operationId}' ({kind}) on '{busy}'.",
    source: "microsoft/AzureTRE#2222 (first sentence); own",
  },
  OperationNotFound: { status: 404, message: "The operation '{id}' could not be found.", source: "own" },
  OperationCanceled: { status: 409, message: "The operation was canceled.", source: "own" },
} as const;

export const armFaults = armErrors(armErrorTable);

import { armErrors } from "@byocni/azure/types";

const tagTexts = "Azure/azure-powershell, src/Migrate (as Resource Manager words it)";

/** What Resource Manager itself refuses. Providers have their own tables. */
export const armErrorTable = {
  // Requests
  MissingApiVersionParameter: {
    status: 400,
    message: "The api-version query parameter (?api-version=) is required for all requests.",
    source: "microsoft/api-guidelines, azure/Guidelines.md",
  },
  InvalidApiVersionParameter: {
    status: 400,
    message: "The api-version '{version}' is invalid. The supported versions are '{versions}'.",
    source: "answers of the service in public issue threads of Terraform and az",
  },
  InvalidRequestContent: {
    status: 400,
    message: "The request content was invalid and could not be deserialized: '{reason}'.",
    source: "Azure/ARO-RP, pkg/frontend (as Resource Manager words it)",
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
    source: "Azure/ALZ-Bicep wiki, adding policy definitions (recorded answer)",
  },
  MismatchingResourceName: {
    status: 400,
    message: "The provided resource name '{given}' did not match the name in the Url '{name}'.",
    source: "Azure/ARO-RP, pkg/api (as Resource Manager words it)",
  },
  MismatchingResourceType: {
    status: 400,
    message: "The provided resource type '{given}' did not match the name in the Url '{type}'.",
    source: "Azure/ARO-RP, pkg/api (as Resource Manager words it)",
  },
  MismatchingResourceID: {
    status: 400,
    message: "The provided resource ID '{given}' did not match the name in the Url '{id}'.",
    source: "Azure/ARO-RP, pkg/api (as Resource Manager words it)",
  },
  InvalidRequestUri: {
    status: 400,
    message: "The request URI '{path}' is not valid: resource ids have no empty, relative or encoded segments.",
    source: "own",
  },
  InvalidFilterInQueryString: {
    status: 400,
    message: "Invalid $filter '{filter}' specified in the query string: {reason}",
    source: "own text; the code is from the answers of Azure Policy Insights",
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
    source: "own",
  },
  InvalidSkipToken: { status: 400, message: "The skip token '{token}' is not valid.", source: "own" },
  InvalidResourceNamespace: {
    status: 404,
    message: "The resource namespace '{namespace}' is invalid.",
    source: "MicrosoftDocs/azure-docs, data-lake-store get started (recorded answer)",
  },
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
    source: "ASP.NET Web API, which Resource Manager runs on (recorded answer)",
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
    source: "own text; the code is from Azure Resource Manager, common deployment errors",
  },
  InvalidScheme: {
    status: 401,
    code: "AuthenticationFailedInvalidHeader",
    message: "Authentication failed. The 'Authorization' header is provided in an invalid format.",
    source: "own text; the code is from Azure Resource Manager, common deployment errors",
  },
  InvalidAuthenticationToken: { status: 401, message: "The access token is invalid.", source: "arm-and-az 3.5" },
  ExpiredAuthenticationToken: {
    status: 401,
    message: "The access token expiry UTC time '{expiry}' is earlier than current UTC time '{now}'.",
    source: "MicrosoftDocs/azure-docs, logic-apps create single-tenant workflows (recorded answer)",
  },
  InvalidAuthenticationTokenAudience: {
    status: 401,
    message:
      "The access token has been obtained for wrong audience or resource '{audience}'. It should exactly match with one of the allowed audiences '{audiences}'.",
    source: "docker/compose-cli, aci (recorded answer)",
  },
  InvalidAuthenticationTokenTenant: {
    status: 401,
    message:
      "The access token is from the wrong issuer '{issuer}'. It must match the tenant '{expected}' associated with this subscription. Please use the authority (URL) '{authority}' to get the token. Note, if the subscription is transferred to another tenant there is no impact to the services, but information about new tenant could take time to propagate (up to an hour). If you just transferred your subscription and see this error message, please try back later.",
    source: "public notes on finding the tenant of a subscription (recorded answer)",
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
    source: "Azure/ARO-RP, pkg/frontend/validate.go; Terraform logs (recorded answer)",
  },
  SubscriptionNotFound: {
    status: 404,
    message: "The subscription '{id}' could not be found.",
    source: "public logs of vscode extensions (recorded answer)",
  },
  LocationRequired: {
    status: 400,
    message: "The location property is required for this definition.",
    source: "azure-sdk-for-net tests (recorded answer)",
  },
  LocationNotAvailableForResourceType: {
    status: 400,
    message:
      "The provided location '{location}' is not available for resource type '{type}'. List of available regions for the resource type is '{locations}'.",
    source: "MicrosoftDocs/azure-docs, devtest-labs FAQ (recorded answer)",
  },
  LocationNotAvailableForResourceGroup: {
    status: 400,
    message:
      "The provided location '{location}' is not available for resource group. List of available regions is '{locations}'.",
    source: "public logs of az (recorded answer)",
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
    source: "logs of Azure Databricks managed applications (recorded answer)",
  },
  ResourceGroupNameTooLong: {
    status: 400,
    code: "InvalidParameter",
    message:
      "The value of parameter resourceGroupName is invalid. It must be between 1 and 90 characters and must not end with a period.",
    source: "own text; the rule is from Azure Resource Manager, naming rules",
  },
  InvalidResourceGroupLocation: {
    status: 409,
    message: "Invalid resource group location '{given}'. The Resource group already exists in location '{location}'.",
    source: "Microsoft Learn, Bash scripts with the Azure CLI (recorded answer)",
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
    source: "a public test server for the polling of go-autorest (recorded answer)",
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
    source: "public uninstall scripts of a log forwarder (recorded answer)",
  },
  ParentResourceNotFound: {
    status: 404,
    message:
      "Failed to perform '{operation}' on resource(s) of type '{type}', because the parent resource '{parent}' could not be found.",
    source: "logs of Terraform and az in public issue threads (recorded answer)",
  },
  InvalidResourceLocation: {
    status: 409,
    message:
      "The resource '{name}' already exists in location '{location}' in resource group '{group}'. A resource with the same name cannot be created in location '{given}'. Please select a new resource name.",
    source: "MicrosoftDocs/azure-docs, troubleshooting/error-storage-account-name",
  },
  InvalidScope: {
    status: 400,
    message: "The resource type '{type}' cannot be used at the scope '{scope}'.",
    source: "own",
  },
  InvalidTags: {
    status: 400,
    message: "Too many tags specified. Requested tag count - '{count}'. Maximum number of tags allowed - '50'.",
    source: tagTexts,
  },
  EmptyTagName: {
    status: 400,
    code: "InvalidTagName",
    message: "The tag name must be non-null, non-empty and non-whitespace only. Please provide an actual value.",
    source: tagTexts,
  },
  InvalidTagNameCharacters: {
    status: 400,
    message: "The tag names '{names}' have reserved characters '<,>,%,&,\\,?,/' or control characters.",
    source: tagTexts,
  },
  InvalidTagName: {
    status: 400,
    message:
      "Tag key too large. Following tag name '{name}' exceeded the maximum length. Maximum allowed length for tag name - '512' characters.",
    source: tagTexts,
  },
  InvalidTagValueLength: {
    status: 400,
    message:
      "Tag value too large. Following tag value '{value}' exceeded the maximum length. Maximum allowed length for tag value - '256' characters.",
    source: tagTexts,
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
    source: "own text; the code is that of HTTP and of the network provider",
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

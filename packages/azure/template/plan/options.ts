import type { Json, JsonObject } from "@byocni/base/core";
import type { Positions } from "../reader/positions.ts";
import type { DeploymentScope } from "./scope.ts";

/** What the scope functions of the language return; a member that does not exist at the scope stays out. */
export interface ScopeObjects {
  /** `resourceGroup()`: `{id,name,type,location,managedBy?,tags,properties}`. */
  readonly resourceGroup?: JsonObject;
  /** `subscription()`: `{id,subscriptionId,tenantId,displayName}`. */
  readonly subscription?: JsonObject;
  /** `managementGroup()`. */
  readonly managementGroup?: JsonObject;
  /** `tenant()`: `{tenantId,countryCode,displayName}`. */
  readonly tenant?: JsonObject;
}

/** What the language can see of the cloud that it is deployed to. All of it is known before anything is made. */
export interface TemplateCloud {
  /** The objects of a scope. Asked once for the deployment's own scope and once for each scope of a nested one. */
  describeScope(scope: DeploymentScope): ScopeObjects;
  /** `environment()`: name, gallery, graph, portal, suffixes ... of the cloud. */
  readonly environment?: JsonObject;
  /** `deployer()`: `{objectId,tenantId,userPrincipalName}`. */
  readonly deployer?: JsonObject;
  /** `providers(namespace[, type])`: `{resourceType,locations,apiVersions}` or the whole provider; undefined if unknown. */
  provider?(namespace: string, resourceType?: string): Json | undefined;
  /** `pickZones`: logical zones ("1", "2" ...) of a type in a region; undefined if the type or region is unknown. */
  zones?(namespace: string, resourceType: string, location: string): readonly string[] | undefined;
  /** `toLogicalZone(s)`, `toPhysicalZone(s)`: how a subscription's zones map to those of the region. */
  zoneMappings?(subscriptionId: string, location: string): readonly ZoneMapping[] | undefined;
}

/** A zone of a subscription and the one of the region behind it, e.g. `1` and `eastus-az3`. */
export interface ZoneMapping {
  readonly logicalZone: string;
  readonly physicalZone: string;
}

/** The deployment as `deployment()` shows it and as linked templates are resolved from it. */
export interface DeploymentInfo {
  readonly name: string;
  /** Only for deployments above a resource group. */
  readonly location?: string;
  /** Default `Incremental`. */
  readonly mode?: string;
  /** Set when the template itself came from a link: base of `relativePath`, and what `deployment().properties.templateLink` shows. */
  readonly templateLink?: TemplateLink;
}

/** A link to a template, as the request or a nested deployment gives it. */
export interface TemplateLink {
  readonly uri?: string;
  readonly relativePath?: string;
  /** Id of a template spec version. */
  readonly id?: string;
  readonly contentVersion?: string;
  readonly queryString?: string;
}

/** A value for a template parameter as the request carries it: `{value}` or `{reference: {keyVault: {id}, secretName}}`. */
export type ParameterInputs = JsonObject;

/** What `prepareTemplate` needs besides the template. */
export interface PrepareOptions {
  readonly scope: DeploymentScope;
  readonly deployment: DeploymentInfo;
  readonly cloud: TemplateCloud;
  /** `properties.parameters` of the request. */
  readonly parameters?: ParameterInputs;
  /** Time of the deployment in milliseconds since the epoch: `utcNow()`. One value for the whole deployment. */
  readonly now: number;
  /** `newGuid()`; called once for each call in a parameter default. */
  newGuid(): string;
  /** Positions of the template, if it was read before (as a part of a request body). */
  readonly positions?: Positions;
  /** Positions of `parameters` in the request or parameters file. */
  readonly parameterPositions?: Positions;
  /**
   * Names of parameters whose value is not known yet (the parent takes it from a resource that does not exist so far).
   * Expressions that use them stay as they are. Only for looking ahead (preflight, what-if) into nested deployments.
   */
  readonly unknownParameters?: ReadonlySet<string>;
  /**
   * Expressions (with brackets) in the template that belong to a parent's scope and cannot be evaluated yet. They stay
   * as they are. Only for looking ahead into nested deployments.
   */
  readonly opaqueExpressions?: ReadonlySet<string>;
  /** Values of `externalInputs` by key: `{name: {value}}`, as the request carries them. */
  readonly externalInputs?: JsonObject;
  /** Values that Key Vault references stand for, by parameter name; a reference without one is refused by name. */
  readonly secrets?: Readonly<Record<string, string>>;
}

import type { Json, JsonObject } from "@byocni/base/core";
import type { JsonPath, TemplatePosition } from "../reader/positions.ts";
import type { TemplateLink } from "./options.ts";
import type { DeploymentScope } from "./scope.ts";

/** A parameter after binding. */
export interface BoundParameter {
  readonly name: string;
  /** As deployments show it: `String`, `Int`, `Bool`, `Array`, `Object`, `SecureString`, `SecureObject`. */
  readonly type: string;
  readonly secure: boolean;
  /** Absent if the value is not known yet (see `unknownParameters`). */
  readonly value?: Json;
}

/** An expression that can only be evaluated while the deployment runs. */
export interface RuntimeExpression {
  /** Path in the resource's `body`. */
  readonly path: JsonPath;
  /** The text that stands in `body`: the expression with brackets, what is known in it already evaluated. */
  readonly expression: string;
}

/** The instance of a copy loop that a resource is. */
export interface CopyInstance {
  readonly name: string;
  readonly index: number;
  readonly count: number;
  readonly mode: "parallel" | "serial";
  readonly batchSize: number;
}

/** What a `Microsoft.Resources/deployments` resource deploys. */
export interface NestedDeployment {
  /** Where it deploys to. */
  readonly scope: DeploymentScope;
  /** Where its expressions are evaluated. */
  readonly expressionScope: "inner" | "outer";
  readonly mode: string;
  readonly source: { readonly kind: "template" } | { readonly kind: "link"; readonly link: TemplateLink };
}

/** One resource of a plan: copies expanded, children flattened, everything known before the deployment evaluated. */
export interface PlannedResource {
  /** Position in `plan.resources`. */
  readonly index: number;
  /** Full id in the spelling of the template. */
  readonly id: string;
  /** Full type, e.g. `Microsoft.ContainerService/managedClusters/agentPools`. */
  readonly type: string;
  /** Full name, e.g. `cluster/pool`. */
  readonly name: string;
  readonly apiVersion: string;
  readonly symbolicName?: string;
  readonly copy?: CopyInstance;
  /** False: not deployed, and removed from what others wait for. */
  readonly condition: boolean;
  /** True: not deployed by this template, only referred to (`languageVersion` 2.0). */
  readonly existing: boolean;
  /** The scope that the id lies in: a deployment scope's id, or the id of the resource that an extension resource extends. */
  readonly scopeId: string;
  /**
   * The request body: all members but the language's own (type, name, apiVersion, dependsOn, condition, copy, scope,
   * comments, resources ...). Run-time expressions stand in it as text, with what is known in them
   * already evaluated.
   */
  readonly body: JsonObject;
  readonly runtimeExpressions: readonly RuntimeExpression[];
  /** Ids that `dependsOn` and implicit references name, as the deployment's `dependencies` lists them. */
  readonly dependsOn: readonly string[];
  /** Indices of the resources to be finished before this one starts: dependencies (without untaken and existing ones) and earlier batches of a serial copy. */
  readonly after: readonly number[];
  readonly nested?: NestedDeployment;
  /** Path of the resource in the template. */
  readonly path: JsonPath;
  readonly position: TemplatePosition | undefined;
}

/** A declared output; its value comes from `evaluateOutputs`. */
export interface PlannedOutput {
  readonly name: string;
  /** As deployments show it: `String`, `Int` ... */
  readonly type: string;
  readonly secure: boolean;
  /** False: left out. Undefined: the condition needs the running deployment. */
  readonly condition: boolean | undefined;
  /** Present when the value does not need the running deployment. */
  readonly value?: Json;
}

/** A template that is bound to its parameters and ready to be deployed. Immutable. */
export interface TemplatePlan {
  readonly scope: DeploymentScope;
  readonly languageVersion: string;
  readonly contentVersion: string;
  /** Decimal number, as deployments show it. */
  readonly templateHash: string;
  readonly parameters: readonly BoundParameter[];
  /** In template order. */
  readonly resources: readonly PlannedResource[];
  readonly outputs: readonly PlannedOutput[];
  /** `properties.providers` of a deployment, without locations: namespaces and types in order of appearance. */
  readonly providers: readonly { readonly namespace: string; readonly resourceTypes: readonly string[] }[];
}

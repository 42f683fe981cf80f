export type { JsonPath, PathStep, Positions, TemplatePosition } from "./reader/positions.ts";
export { scopeId, type DeploymentScope } from "./plan/scope.ts";
export type {
  DeploymentInfo,
  ParameterInputs,
  PrepareOptions,
  ScopeObjects,
  TemplateCloud,
  TemplateLink,
} from "./plan/options.ts";
export type {
  BoundParameter,
  CopyInstance,
  NestedDeployment,
  PlannedOutput,
  PlannedResource,
  RuntimeExpression,
  TemplatePlan,
} from "./plan/plan.ts";
export type { ListRequest, MaybePromise, ReferenceRequest, TemplateRuntime } from "./plan/runtime.ts";

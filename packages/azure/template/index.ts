export type { TemplateErrorCode, TextKey } from "./errors/catalog.ts";
export { deploymentVersions } from "./plan/api-version.ts";
export { TemplateError, type TemplateErrorDetail, type TemplateViolation } from "./errors/template-error.ts";
export { evaluateExpression, type ExpressionContext } from "./expression/evaluate-expression.ts";
export { classifyString, escapeLiteral, isExpression, type StringContent } from "./expression/text.ts";
export { RuntimeNeeded } from "./expression/signals.ts";
export { unfoldExpression } from "./expression/unfold.ts";
export { listFunctions, type FunctionSignature } from "./functions/list-functions.ts";
export { templateGuid, templateHash, uniqueString } from "./hash/names.ts";
export { evaluateOutputs, evaluateResource, type EvaluatedOutputs } from "./plan/evaluate-plan.ts";
export type {
  DeploymentInfo,
  ParameterInputs,
  PrepareOptions,
  ScopeObjects,
  TemplateCloud,
  TemplateLink,
  ZoneMapping,
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
export { prepareNested, type NestedGiven } from "./plan/prepare-nested.ts";
export { prepareTemplate } from "./plan/prepare.ts";
export { resolveTemplateLink } from "./plan/template-link.ts";
export type { ListRequest, MaybePromise, ReferenceRequest, TemplateRuntime } from "./plan/runtime.ts";
export { scopeId, type DeploymentScope } from "./plan/scope.ts";
export { formatPath } from "./reader/json-path.ts";
export type { JsonPath, PathStep, Positions, TemplatePosition } from "./reader/positions.ts";
export { readTemplateText, type ReadOptions, type TemplateText } from "./reader/read-template-text.ts";
export {
  diffResource,
  type DiffOptions,
  type PropertyChange,
  type PropertyChangeType,
} from "./what-if/diff-resource.ts";

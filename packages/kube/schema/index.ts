export type { GroupKind, GroupResource, KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference } from "./object.ts";
export { apiVersionOf, parseApiVersion } from "./registry/resource-definition.ts";
export type { ResourceDefinition, SubresourceDefinition, Verb } from "./registry/resource-definition.ts";
export type { Field, ScalarKind, StructType, TypeRef, TypeTable, WireField } from "./types/type-table.ts";
export {
  aggregateFieldErrors,
  causeReasons,
  fieldErrorBody,
  fieldErrors,
  formatFieldError,
} from "./errors/field-error.ts";
export type { FieldError, FieldErrorType } from "./errors/field-error.ts";
export { failure, isStatusError, statusCodes, StatusError } from "./errors/status.ts";
export type { Status, StatusCause, StatusDetails, StatusReason } from "./errors/status.ts";
export { qualifiedResource, statusErrors } from "./errors/status-errors.ts";
export { createFieldSetPool } from "./apply/field-set-pool.ts";
export type { FieldSetPool } from "./apply/field-set-pool.ts";
export type { Shape } from "./apply/shape.ts";
export type {
  DecodedObject,
  DecodedProtobuf,
  DecodeOptions,
  DefaultsOptions,
  FieldValidation,
  KubeSchema,
  ResourceSchema,
} from "./kube-schema.ts";
export type * from "./model/index.gen.ts";
export { createTypeTable } from "./types/create-type-table.ts";
export { builtinResources } from "./registry/builtin-resources.ts";
export {
  addQuantities,
  canonicalQuantity,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityFormatProblem,
  quantityToMilli,
  quantityToNumber,
  subtractQuantities,
} from "./quantity/quantity.ts";
export type { Quantity, QuantityFormat } from "./quantity/quantity.ts";
export {
  everythingSelector,
  formatRequirement,
  labelSelector,
  labelSelectorOf,
  labelSelectorOfMap,
  nothingSelector,
} from "./selector/label-selector.ts";
export type { LabelOperator, LabelRequirement, Labels, LabelSelector } from "./selector/label-selector.ts";
export { parseLabelSelector } from "./selector/parse-label-selector.ts";
export { exactFieldValue, fieldSelector, parseFieldSelector } from "./selector/field-selector.ts";
export type { FieldRequirement, FieldSelector } from "./selector/field-selector.ts";
export {
  configKeyProblems,
  dns1035LabelProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  labelValueProblems,
  pathSegmentProblems,
  portNameProblems,
  portNumberProblems,
  qualifiedNameProblems,
} from "./validation/names.ts";
export { createKubeSchema } from "./create-kube-schema.ts";
export { parseJsonText } from "./decode/json-text.ts";
export type { JsonText } from "./decode/json-text.ts";
export { isProtobufEnvelope } from "./decode/protobuf-decoder.ts";
export { canonicalMicroTime, canonicalTime, formatMicroTime, formatTime } from "./decode/time.ts";
export { formatGoValue } from "./patch/go-value.ts";
export { applyJsonPatch } from "./patch/json-patch.ts";
export { applyMergePatch } from "./patch/merge-patch.ts";
export { applyStrategicMergePatch } from "./patch/strategic-merge.ts";
export { resourcesOfCrd } from "./custom/crd-resources.ts";
export { isCidr, isIPAddress, isIPv4Address, isIPv6Address } from "./custom/formats.ts";
export { createOpenApi } from "./openapi/create-openapi.ts";
export type { OpenApi, OpenApiDependencies, OpenApiDocument } from "./openapi/create-openapi.ts";
export type { ServedResource } from "./openapi/served-resource.ts";
export { applyServerSide } from "./apply/apply.ts";
export type { ApplyRequest, ApplyResult, Managed } from "./apply/apply.ts";
export { trackUpdate } from "./apply/track-update.ts";
export type { UpdateRequest } from "./apply/track-update.ts";

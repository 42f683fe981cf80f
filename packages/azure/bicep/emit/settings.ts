import { findDecorator } from "../checker/decorators.ts";
import type { Checker } from "../checker/checker.ts";
import { holdsSecrets } from "../checker/body-types.ts";
import type { FileModel } from "../model/model.ts";
import type { Features } from "../config/configuration.ts";
import { propertyNamed, type SyntaxNode } from "../syntax/index.ts";

/** How a file's template is written. */
export interface EmitSettings {
  /** Resources by name (language version 2.0) instead of a list. */
  readonly symbolicNames: boolean;
  readonly languageVersion?: string;
  /** Names of experimental features that the template itself depends on. */
  readonly experimental: readonly string[];
}

const experimentalNames: readonly (readonly [keyof Features, string])[] = [
  ["resourceInfoCodegen", "Resource info code generation"],
  ["assertions", "Asserts"],
  ["waitAndRetry", "Enable waitUntil feature on resource bicep types"],
  ["localDeploy", "Enable local deploy"],
  ["moduleExtensionConfigs", "Enable defining extension configs for modules"],
  ["userDefinedConstraints", "Enable @validate() decorator"],
  ["deployCommands", "Enable deploy commands"],
  ["runtimeValuesInTagsAndSku", "Enable runtime values in tags and SKU"],
  ["azExtensionConfig", "Enable configuration for the built-in 'az' extension"],
];

/** Kinds of type expressions that need language version 2.0. */
const modernTypes: ReadonlySet<SyntaxNode["kind"]> = new Set([
  "object-type",
  "array-type",
  "tuple-type",
  "union-type",
  "nullable-type",
]);

/** A collection that is used as a whole: only `references()` can read it. */
function usesWholeCollection(model: FileModel, node: SyntaxNode): boolean {
  if (node.kind !== "variable") return false;
  const symbol = model.bindings.symbols.get(node);
  if ((symbol?.kind !== "resource" && symbol?.kind !== "module") || !symbol.isCollection) return false;
  let parent = model.bindings.parents.get(node);
  while (parent?.kind === "parenthesized") parent = model.bindings.parents.get(parent);
  const isAccessed = parent?.kind === "index-access" || parent?.kind === "property-access";
  return !isAccessed && !isInDependsOn(model, node);
}

function isInDependsOn(model: FileModel, node: SyntaxNode): boolean {
  for (let at = model.bindings.parents.get(node); at; at = model.bindings.parents.get(at)) {
    if (at.kind !== "property" || at.key.kind === "error") continue;
    const object = model.bindings.parents.get(at);
    let owner = object && model.bindings.parents.get(object);
    while (owner?.kind === "if" || owner?.kind === "for") owner = model.bindings.parents.get(owner);
    const isBody = owner?.kind === "resource-declaration" || owner?.kind === "module-declaration";
    if (isBody && at.key.kind === "identifier" && at.key.name === "dependsOn") return true;
  }
  return false;
}

function needsSymbolicNames(model: FileModel, checker: Checker): boolean {
  const { declarations, resources } = model;
  for (const symbol of declarations.all) {
    switch (symbol.kind) {
      case "extension":
      case "type":
      case "function":
      case "import":
      case "wildcard":
        return true;
      case "variable":
        if (symbol.node.type) return true;
        break;
      case "output":
        if (holdsSecrets(checker.declaredType(symbol.node))) return true;
        break;
      case "module": {
        if (!propertyNamed(symbol.body.object, "name")) return true;
        const type = checker.moduleType(symbol);
        if (type && type.secureOutputs.size > 0) return true;
        break;
      }
      default:
    }
  }
  for (const resource of declarations.resources) {
    if (resources.extensionOf(resource) !== undefined) return true;
    if (resource.node.isExisting && propertyNamed(resource.body.object, "dependsOn")) return true;
    if (findDecorator(resource.node.decorators, "onlyIfNotExists")) return true;
    if (findDecorator(resource.node.decorators, "retryOn")) return true;
  }
  return model.bindings.nodes.some((node) => modernTypes.has(node.kind) || usesWholeCollection(model, node));
}

export function chooseSettings(model: FileModel, checker: Checker): EmitSettings {
  const { features } = model.configuration;
  const experimental = experimentalNames.flatMap(([key, name]) => (features[key] ? [name] : []));
  const isNullable = model.declarations.resources.some((resource) =>
    findDecorator(resource.node.decorators, "nullIfNotFound"),
  );
  const asksBefore = model.bindings.ofKind("method-call").some(({ base }) => {
    const symbol = model.bindings.symbols.get(base);
    return symbol?.kind === "namespace" && symbol.name === "this";
  });
  if (experimental.length > 0 || isNullable || asksBefore) {
    const languageVersion = features.moduleExtensionConfigs ? "2.2-experimental" : "2.1-experimental";
    return { symbolicNames: true, languageVersion, experimental };
  }
  const symbolicNames = features.symbolicNameCodegen || needsSymbolicNames(model, checker);
  return symbolicNames ? { symbolicNames, languageVersion: "2.0", experimental } : { symbolicNames, experimental };
}

import { isJsonObject, setMember, type Json } from "../files/json.ts";
import { exportedVariables, exportsOf } from "../model/exports.ts";
import type { FileModel } from "../model/model.ts";
import type { Checker } from "../checker/checker.ts";
import { isArmLoop, rewriteArm } from "./arm-imports.ts";
import {
  functionJson,
  originJson,
  outputJson,
  parameterJson,
  typeJson,
  variableJson,
  type Origin,
} from "./declarations.ts";
import { createDependencyGraph } from "./dependencies.ts";
import { functionNamespace, type Converter } from "./emitter.ts";
import { createFileConverter } from "./create-emitter.ts";
import { templateHash } from "./hash.ts";
import { collectImports, type ClosureItem, type ImportClosure } from "./import-closure.ts";
import { moduleJson, type ModuleContent } from "./modules.ts";
import { resourceJson } from "./resources.ts";
import { descriptionOf, merge, typeSchema, type Schema } from "./type-schema.ts";
import { jsonToValue, toJson } from "./value.ts";

/** What the template says of its maker. */
export interface Generator {
  readonly name: string;
  readonly version: string;
}

const schemas = {
  tenant: "https://schema.management.azure.com/schemas/2019-08-01/tenantDeploymentTemplate.json#",
  managementGroup: "https://schema.management.azure.com/schemas/2019-08-01/managementGroupDeploymentTemplate.json#",
  subscription: "https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#",
  resourceGroup: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
  resource: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
} as const;

const experimentalWarning =
  "This template uses ARM features that are experimental. Experimental features should be enabled for testing purposes only, as there are no guarantees about the quality or stability of these features. Do not enable these settings for any production usage, or your production environment may be subject to breaking.";

/** The declarations of a file that its values may use, as sections of a template, and what converts those values. */
export interface FileDeclarations {
  readonly converter: Converter;
  readonly sections: Schema;
}

function createConverters(model: FileModel, checkerOf: (model: FileModel) => Checker, closure: ImportClosure) {
  const converters = new Map<FileModel, Converter>();
  const converterOf = (of: FileModel): Converter => {
    const known = converters.get(of);
    if (known) return known;
    const made = createFileConverter(of, checkerOf(of), closure.names, converterOf);
    converters.set(of, made);
    return made;
  };
  return converterOf;
}

/** The types, functions and variables of a file. */
export function writeDeclarations(model: FileModel, checkerOf: (model: FileModel) => Checker): FileDeclarations {
  const closure = collectImports(model, checkerOf);
  const converterOf = createConverters(model, checkerOf, closure);
  const converter = converterOf(model);
  const sections: Schema = {};
  const written: readonly (readonly [string, Json | undefined])[] = [
    ["definitions", definitionsJson(converter, closure, converterOf)],
    ["functions", functionsJson(converter, closure, converterOf)],
    ["variables", variablesJson(converter, closure, converterOf)],
  ];
  for (const [key, value] of written) if (value !== undefined) sections[key] = value;
  return { converter, sections };
}

/** Writes the template of a file. `moduleContent` gives what the modules of the file run. */
export function writeTemplate(
  model: FileModel,
  checkerOf: (model: FileModel) => Checker,
  moduleContent: (path: string) => ModuleContent,
  generator: Generator,
): Json {
  const closure = collectImports(model, checkerOf);
  const converterOf = createConverters(model, checkerOf, closure);
  const c = converterOf(model);
  const { settings } = c.emitter;

  const template: Schema = { $schema: schemas[model.targetScope] };
  if (settings.languageVersion !== undefined) template["languageVersion"] = settings.languageVersion;
  template["contentVersion"] = "1.0.0.0";
  const own: Schema = { name: generator.name, version: generator.version };
  template["metadata"] = metadataJson(c, own);
  const sections: readonly (readonly [string, Json | undefined])[] = [
    ["definitions", definitionsJson(c, closure, converterOf)],
    ["functions", functionsJson(c, closure, converterOf)],
    ["parameters", parametersJson(c)],
    ["variables", variablesJson(c, closure, converterOf)],
    [model.configuration.features.moduleExtensionConfigs ? "extensions" : "imports", extensionsJson(c)],
    ["resources", resourcesJson(c, moduleContent)],
    ["outputs", outputsJson(c)],
    ["asserts", assertsJson(c)],
  ];
  for (const [key, value] of sections) if (value !== undefined) template[key] = value;
  own["templateHash"] = templateHash(template);
  return template;
}

function filled(section: Schema): Json | undefined {
  return Object.keys(section).length === 0 ? undefined : section;
}

function originOf(item: ClosureItem, differs: boolean): Origin {
  return differs ? { sourceTemplate: item.source, originalIdentifier: item.original } : { sourceTemplate: item.source };
}

function metadataJson(c: Converter, generator: Schema): Json {
  const { model, settings } = c.emitter;
  const result: Schema = {};
  if (settings.languageVersion?.includes("experimental")) {
    result["_EXPERIMENTAL_WARNING"] = experimentalWarning;
    result["_EXPERIMENTAL_FEATURES_ENABLED"] = [...settings.experimental];
  }
  result["_generator"] = generator;
  const exported = exportsOf({ kind: "bicep", model }).flatMap((one) =>
    one.kind === "bicep" && one.symbol.kind === "variable" ? [one.symbol] : [],
  );
  exported.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (exported.length > 0) {
    result[exportedVariables] = exported.map((symbol) => {
      const description = descriptionOf(c, symbol.node.decorators);
      return {
        name: symbol.name,
        ...(description === undefined ? {} : { description }),
        ...(symbol.node.type ? { type: typeSchema(c, symbol.node.type) } : {}),
      };
    });
  }
  for (const symbol of model.declarations.all) {
    if (symbol.kind === "metadata") setMember(result, symbol.name, toJson(c.convert(symbol.node.value)));
  }
  return result;
}

type ConverterOf = (model: FileModel) => Converter;

function definitionsJson(c: Converter, closure: ImportClosure, converterOf: ConverterOf): Json | undefined {
  const result: Schema = {};
  for (const symbol of c.emitter.model.declarations.all) {
    if (symbol.kind === "type") setMember(result, symbol.name, typeJson(c, symbol, undefined));
  }
  for (const { item, name } of closure.items) {
    const origin = originOf(item, !name.endsWith(item.original));
    if (item.kind === "bicep" && item.symbol.kind === "type") {
      setMember(result, name, typeJson(converterOf(item.model), item.symbol, origin));
    } else if (item.kind === "arm" && item.member.what === "type") {
      const json = rewriteArm(item.member, closure.armName);
      const schema: Schema = isJsonObject(json) ? ({ ...json } as Schema) : {};
      merge(schema, "metadata", { "__bicep_imported_from!": originJson(origin) });
      setMember(result, name, schema);
    }
  }
  return filled(result);
}

function functionsJson(c: Converter, closure: ImportClosure, converterOf: ConverterOf): Json | undefined {
  const namespaces = new Map<string, Schema>();
  const add = (namespace: string, name: string, json: Json): void => {
    const members = namespaces.get(namespace) ?? {};
    namespaces.set(namespace, members);
    setMember(members, name, json);
  };
  for (const symbol of c.emitter.model.declarations.all) {
    if (symbol.kind === "function") add(functionNamespace, symbol.name, functionJson(c, symbol, undefined));
  }
  for (const { item, name } of closure.items) {
    const [namespace = functionNamespace, own = name] = name.includes(".")
      ? name.split(".")
      : [functionNamespace, name];
    const origin = originOf(item, own !== item.original);
    if (item.kind === "bicep" && item.symbol.kind === "function") {
      add(namespace, own, functionJson(converterOf(item.model), item.symbol, origin));
    } else if (item.kind === "arm" && item.member.what === "function") {
      const json = rewriteArm(item.member, closure.armName);
      const schema: Schema = isJsonObject(json) ? ({ ...json } as Schema) : {};
      merge(schema, "metadata", { "__bicep_imported_from!": originJson(origin) });
      add(namespace, own, schema);
    }
  }
  if (namespaces.size === 0) return undefined;
  return [...namespaces].map(([namespace, members]) => ({ namespace, members }));
}

function parametersJson(c: Converter): Json | undefined {
  const result: Schema = {};
  for (const symbol of c.emitter.model.declarations.all) {
    if (symbol.kind === "parameter") setMember(result, symbol.name, parameterJson(c, symbol));
  }
  return filled(result);
}

function variablesJson(c: Converter, closure: ImportClosure, converterOf: ConverterOf): Json | undefined {
  const { model, hoisted, inlined } = c.emitter;
  const loops: Json[] = [];
  const plain: Schema = {};
  for (const variable of hoisted.values()) setMember(plain, variable.name, toJson(jsonToValue(variable.value)));
  const add = (name: string, json: { readonly copy: Json } | { readonly value: Json }): void => {
    if ("copy" in json) loops.push(json.copy);
    else setMember(plain, name, json.value);
  };
  for (const symbol of model.declarations.all) {
    if (symbol.kind === "variable" && !inlined.has(symbol)) add(symbol.name, variableJson(c, symbol, symbol.name));
  }
  for (const { item, name } of closure.items) {
    if (item.kind === "bicep" && item.symbol.kind === "variable") {
      add(name, variableJson(converterOf(item.model), item.symbol, name));
    } else if (item.kind === "hoisted") setMember(plain, name, toJson(jsonToValue(item.variable.value)));
    else if (item.kind === "arm" && item.member.what === "variable") {
      const json = rewriteArm(item.member, closure.armName) ?? null;
      if (isArmLoop(item.member)) loops.push(renamedLoop(json, name));
      else setMember(plain, name, json);
    }
  }
  if (loops.length === 0) return filled(plain);
  const result: Schema = { copy: loops };
  for (const [key, value] of Object.entries(plain)) setMember(result, key, value);
  return result;
}

/** A loop of a JSON template under another name: its body counts under that name, too. */
function renamedLoop(json: Json, name: string): Json {
  if (!isJsonObject(json)) return json;
  const old = typeof json["name"] === "string" ? json["name"] : "";
  const text = JSON.stringify(json).replaceAll(`copyIndex('${old}')`, `copyIndex('${name}')`);
  const loop = JSON.parse(text) as Schema;
  // The loop is read as one over the numbers below its count, and written as such.
  const count = typeof loop["count"] === "string" ? /^\[([^[].*)\]$/s.exec(loop["count"])?.[1] : undefined;
  return { ...loop, name, count: `[length(range(0, ${count ?? JSON.stringify(loop["count"])}))]` };
}

function extensionsJson(c: Converter): Json | undefined {
  const { extensions, configuration } = c.emitter.model;
  const isModern = configuration.features.moduleExtensionConfigs;
  const result: Schema = {};
  for (const use of extensions.uses) {
    if (!use.provider) continue;
    const config = use.symbol.node.config;
    const value = config?.kind === "object" ? c.convert(config) : undefined;
    const { name, version } = use.provider;
    const entries: Schema = isModern ? { name, version } : { provider: name, version };
    if (value?.kind === "object") {
      if (isModern) {
        const defaults: Schema = {};
        for (const one of value.members) {
          if (one.key.kind === "text") defaults[one.key.value] = { defaultValue: toJson(one.value) };
        }
        entries["config"] = defaults;
      } else entries["config"] = toJson(value);
    }
    result[use.alias] = entries;
  }
  return filled(result);
}

function resourcesJson(c: Converter, moduleContent: (path: string) => ModuleContent): Json {
  const { model, settings, inlined } = c.emitter;
  const graph = createDependencyGraph(model);
  const entries: [string, Json][] = [];
  for (const symbol of model.declarations.resources) {
    const isSkipped = symbol.node.isExisting && (!settings.symbolicNames || inlined.hasExisting(symbol));
    if (!isSkipped) entries.push([model.resources.symbolicName(symbol), resourceJson(c, symbol, graph)]);
  }
  for (const symbol of model.declarations.all) {
    if (symbol.kind !== "module") continue;
    const target = model.program.target(model, symbol.node.path);
    const path = target.kind === "bicep" ? target.model.path : target.kind === "arm" ? target.file.path : "";
    entries.push([symbol.name, moduleJson(c, symbol, graph, moduleContent(path))]);
  }
  if (!settings.symbolicNames) return entries.map(([, json]) => json);
  const result: Schema = {};
  for (const [name, json] of entries) setMember(result, name, json);
  return result;
}

function outputsJson(c: Converter): Json | undefined {
  const result: Schema = {};
  for (const symbol of c.emitter.model.declarations.all) {
    if (symbol.kind === "output") setMember(result, symbol.name, outputJson(c, symbol));
  }
  return filled(result);
}

function assertsJson(c: Converter): Json | undefined {
  const result: Schema = {};
  for (const symbol of c.emitter.model.declarations.all) {
    if (symbol.kind === "assert") setMember(result, symbol.name, toJson(c.convert(symbol.node.value)));
  }
  return filled(result);
}

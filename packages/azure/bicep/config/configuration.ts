import { isJsonObject, type Json, type JsonObject } from "../files/json.ts";
import type { DiagnosticLevel } from "@byocni/base/lang";
import { directoryOf, normalizePath, resolvePath, type FileHost } from "../host.ts";
import { parseJsonText } from "../files/json-text.ts";
import type { FormatOptions } from "../format/format.ts";

/** Experimental features of the language that change what is emitted or allowed. */
export interface Features {
  readonly symbolicNameCodegen: boolean;
  readonly resourceInfoCodegen: boolean;
  readonly moduleExtensionConfigs: boolean;
  readonly resourceTypedParamsAndOutputs: boolean;
  readonly assertions: boolean;
  readonly testFramework: boolean;
  readonly waitAndRetry: boolean;
  readonly userDefinedConstraints: boolean;
  readonly localDeploy: boolean;
  readonly deployCommands: boolean;
  readonly runtimeValuesInTagsAndSku: boolean;
  readonly azExtensionConfig: boolean;
  readonly patch: boolean;
}

/** What `bicepconfig.json` says, with the defaults filled in. */
export interface Configuration {
  /** The file's path; absent when no file was found. */
  readonly path?: string;
  readonly features: Features;
  /** `br` aliases by name. */
  readonly registryAliases: ReadonlyMap<string, { readonly registry: string; readonly modulePath?: string }>;
  /** `ts` aliases by name. */
  readonly specAliases: ReadonlyMap<string, { readonly subscription: string; readonly resourceGroup: string }>;
  /** Extensions by name: what their specification is, or "builtin:". */
  readonly extensions: ReadonlyMap<string, string>;
  readonly isLinterEnabled: boolean;
  /** The level that the user gives to a rule; absent: the rule's own. */
  readonly ruleLevels: ReadonlyMap<string, DiagnosticLevel>;
  /** Options of a rule besides its level. */
  readonly ruleOptions: ReadonlyMap<string, JsonObject>;
  /** How files are laid out. */
  readonly formatting: FormatOptions;
  readonly problem?: string;
}

const levels: ReadonlySet<string> = new Set(["error", "warning", "info", "off"]);

function read(json: JsonObject | undefined, ...path: readonly string[]): Json | undefined {
  let current: Json | undefined = json;
  for (const key of path) current = isJsonObject(current) && Object.hasOwn(current, key) ? current[key] : undefined;
  return current;
}

function objectAt(json: JsonObject | undefined, ...path: readonly string[]): JsonObject {
  const found = read(json, ...path);
  return isJsonObject(found) ? found : {};
}

function text(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Objects are merged member by member, anything else is replaced. */
function merge(base: JsonObject, over: JsonObject): JsonObject {
  const result: Record<string, Json | undefined> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const old = result[key];
    result[key] = isJsonObject(old) && isJsonObject(value) ? merge(old, value) : value;
  }
  return result;
}

/** Makes a configuration of the contents of `bicepconfig.json`. */
export function readConfiguration(json: JsonObject | undefined, path?: string): Configuration {
  const feature = (name: string): boolean => read(json, "experimentalFeaturesEnabled", name) === true;
  const registryAliases = new Map<string, { registry: string; modulePath?: string }>([
    ["public", { registry: "mcr.microsoft.com", modulePath: "bicep" }],
  ]);
  for (const [name, alias] of Object.entries(objectAt(json, "moduleAliases", "br"))) {
    const registry = isJsonObject(alias) ? text(alias["registry"]) : undefined;
    const modulePath = isJsonObject(alias) ? text(alias["modulePath"]) : undefined;
    if (registry !== undefined) {
      registryAliases.set(name, modulePath === undefined ? { registry } : { registry, modulePath });
    }
  }
  const specAliases = new Map<string, { subscription: string; resourceGroup: string }>();
  for (const [name, alias] of Object.entries(objectAt(json, "moduleAliases", "ts"))) {
    const subscription = isJsonObject(alias) ? text(alias["subscription"]) : undefined;
    const resourceGroup = isJsonObject(alias) ? text(alias["resourceGroup"]) : undefined;
    if (subscription !== undefined && resourceGroup !== undefined) {
      specAliases.set(name, { subscription, resourceGroup });
    }
  }
  const extensions = new Map<string, string>([
    ["az", "builtin:"],
    ["kubernetes", "builtin:"],
    ["sys", "builtin:"],
  ]);
  for (const [name, value] of Object.entries(objectAt(json, "extensions"))) {
    if (typeof value === "string") extensions.set(name, value);
  }
  const ruleLevels = new Map<string, DiagnosticLevel>();
  const ruleOptions = new Map<string, JsonObject>();
  for (const [name, rule] of Object.entries(objectAt(json, "analyzers", "core", "rules"))) {
    if (!isJsonObject(rule)) continue;
    const level = text(rule["level"])?.toLowerCase();
    if (level !== undefined && levels.has(level)) ruleLevels.set(name, level as DiagnosticLevel);
    ruleOptions.set(name, rule);
  }
  return {
    ...(path === undefined ? {} : { path }),
    features: {
      symbolicNameCodegen: feature("symbolicNameCodegen"),
      resourceInfoCodegen: feature("resourceInfoCodegen"),
      moduleExtensionConfigs: feature("moduleExtensionConfigs"),
      resourceTypedParamsAndOutputs: feature("resourceTypedParamsAndOutputs"),
      assertions: feature("assertions"),
      testFramework: feature("testFramework"),
      waitAndRetry: feature("waitAndRetry") || feature("waitUntil"),
      userDefinedConstraints: feature("userDefinedConstraints"),
      localDeploy: feature("localDeploy"),
      deployCommands: feature("deployCommands"),
      runtimeValuesInTagsAndSku: feature("runtimeValuesInTagsAndSku"),
      azExtensionConfig: feature("azExtensionConfig"),
      patch: feature("patch"),
    },
    registryAliases,
    specAliases,
    extensions,
    isLinterEnabled: read(json, "analyzers", "core", "enabled") !== false,
    ruleLevels,
    ruleOptions,
    formatting: readFormatting(objectAt(json, "formatting")),
  };
}

function oneOf<Value extends string>(value: Json | undefined, values: readonly Value[]): Value | undefined {
  return values.find((one) => typeof value === "string" && one.toLowerCase() === value.toLowerCase());
}

function readFormatting(json: JsonObject): FormatOptions {
  const indentKind = oneOf(json["indentKind"], ["Space", "Tab"]);
  const newlineKind = oneOf(json["newlineKind"], ["LF", "CRLF", "CR"]);
  const { indentSize, width, insertFinalNewline } = json;
  return {
    ...(indentKind ? { indentKind } : {}),
    ...(newlineKind ? { newlineKind } : {}),
    ...(typeof indentSize === "number" ? { indentSize } : {}),
    ...(typeof width === "number" ? { width } : {}),
    ...(typeof insertFinalNewline === "boolean" ? { insertFinalNewline } : {}),
  };
}

/** Finds the nearest `bicepconfig.json` of a file, in its directory or above; each file is read once. */
export function createConfigurationReader(host: FileHost): (filePath: string) => Configuration {
  const byDirectory = new Map<string, Configuration>();
  const load = (path: string, seen: ReadonlySet<string>): JsonObject | string | undefined => {
    const content = host.readFile(path);
    if (content === undefined) return undefined;
    const source = typeof content === "string" ? content : new TextDecoder().decode(content);
    const parsed = parseJsonText(source);
    if ("problem" in parsed) return parsed.problem.message;
    const json = isJsonObject(parsed.value) ? parsed.value : {};
    const parent = text(json["extends"]);
    if (parent === undefined || seen.has(path) || seen.size > 64) return json;
    const base = load(resolvePath(path, parent), new Set([...seen, path]));
    return isJsonObject(base) ? merge(base, json) : json;
  };
  const forDirectory = (directory: string): Configuration => {
    const known = byDirectory.get(directory);
    if (known) return known;
    const path = directory === "/" ? "/bicepconfig.json" : `${directory}/bicepconfig.json`;
    const loaded = load(normalizePath(path), new Set());
    let configuration: Configuration;
    if (typeof loaded === "string") configuration = { ...readConfiguration(undefined, path), problem: loaded };
    else if (loaded !== undefined) configuration = readConfiguration(loaded, path);
    else {
      const above = normalizePath(`${directory}/..`);
      const isTop = above === directory || above.startsWith("..");
      configuration = isTop ? readConfiguration(undefined) : forDirectory(above);
    }
    byDirectory.set(directory, configuration);
    return configuration;
  };
  return (filePath) => forDirectory(normalizePath(directoryOf(filePath)));
}

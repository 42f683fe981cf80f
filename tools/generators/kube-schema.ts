/**
 * Makes packages/kube/schema/{data,model}/*.gen.ts from the fact files about the Kubernetes API (types with protobuf
 * numbers, markers and defaults; resources with verbs). The work is done at import.
 * The fact files are looked for in ../shared/facts/kube, or under BYOCNI_SHARED.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

interface FactField {
  readonly type: string;
  readonly proto?: number;
  readonly inline?: boolean;
  readonly required?: boolean;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  readonly patchMergeKey?: string;
  readonly patchStrategy?: string;
  readonly default?: string;
}
interface FactStruct {
  readonly fields: Readonly<Record<string, FactField>>;
  readonly structType?: string;
}
interface Facts {
  readonly aliases: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly constants: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  readonly types: Readonly<Record<string, Readonly<Record<string, FactStruct>>>>;
}
interface FactResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly subresources: Readonly<
    Record<
      string,
      { readonly kind: string; readonly group: string; readonly version: string; readonly verbs: readonly string[] }
    >
  >;
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..", "..");
const shared = process.env["BYOCNI_SHARED"] ?? path.join(root, "..", "shared");

function facts<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(shared, "facts/kube", name), "utf8")) as T;
}

/** What is made, as `tools/generate.ts` takes it. */
export const files: { readonly path: string; readonly text: string }[] = [];

function emit(file: string, text: string): void {
  files.push({ path: `packages/kube/schema/${file}`, text });
}

/**
 * The aggregator's types are not part of the fact files' packages; field numbers from the public
 * kube-aggregator `generated.proto` (Apache-2.0).
 */
const aggregator: Readonly<Record<string, FactStruct>> = {
  APIService: {
    fields: {
      "~TypeMeta": { inline: true, type: "metav1.TypeMeta" },
      metadata: { proto: 1, type: "metav1.ObjectMeta" },
      spec: { proto: 2, type: "APIServiceSpec" },
      status: { proto: 3, type: "APIServiceStatus" },
    },
  },
  APIServiceList: {
    fields: {
      "~TypeMeta": { inline: true, type: "metav1.TypeMeta" },
      metadata: { proto: 1, type: "metav1.ListMeta" },
      items: { proto: 2, type: "[]APIService", required: true },
    },
  },
  APIServiceSpec: {
    fields: {
      service: { proto: 1, type: "*ServiceReference" },
      group: { proto: 2, type: "string" },
      version: { proto: 3, type: "string" },
      insecureSkipTLSVerify: { proto: 4, type: "bool" },
      caBundle: { proto: 5, type: "[]byte", listType: "atomic" },
      groupPriorityMinimum: { proto: 7, type: "int32", required: true },
      versionPriority: { proto: 8, type: "int32", required: true },
    },
  },
  APIServiceStatus: {
    fields: {
      conditions: {
        proto: 1,
        type: "[]APIServiceCondition",
        listType: "map",
        listMapKeys: ["type"],
        patchMergeKey: "type",
        patchStrategy: "merge",
      },
    },
  },
  APIServiceCondition: {
    fields: {
      type: { proto: 1, type: "string", required: true },
      status: { proto: 2, type: "string", required: true },
      lastTransitionTime: { proto: 3, type: "metav1.Time" },
      reason: { proto: 4, type: "string" },
      message: { proto: 5, type: "string" },
    },
  },
  ServiceReference: {
    fields: {
      namespace: { proto: 1, type: "string" },
      name: { proto: 2, type: "string" },
      port: { proto: 3, type: "*int32" },
    },
  },
};

/** String types whose declared constants are the complete list (marked as enums in the public declarations). */
const enums: ReadonlySet<string> = new Set(
  `AzureDataDiskCachingMode AzureDataDiskKind DNSPolicy HostPathType IPFamily IPFamilyPolicy MountPropagationMode
  NodeInclusionPolicy NodeSelectorOperator PersistentVolumeAccessMode PersistentVolumeClaimPhase PersistentVolumePhase
  PersistentVolumeMode PersistentVolumeReclaimPolicy PodFSGroupChangePolicy PodPhase PodQOSClass PreemptionPolicy
  ProcMountType Protocol PullPolicy ResourceQuotaScope RestartPolicy ScopeSelectorOperator SeccompProfileType
  ServiceAffinity ServiceExternalTrafficPolicy ServiceInternalTrafficPolicy ServiceType TaintEffect
  TerminationMessagePolicy TolerationOperator UnsatisfiableConstraintAction URIScheme SupplementalGroupsPolicy
  NamespacePhase DaemonSetUpdateStrategyType DeploymentStrategyType PodManagementPolicyType StatefulSetUpdateStrategyType
  CompletionMode ConcurrencyPolicy PodFailurePolicyAction PodFailurePolicyOnExitCodesOperator PodReplacementPolicy
  PathType PolicyType AddressType FailurePolicyType MatchPolicyType OperationType ReinvocationPolicyType ScopeType
  SideEffectClass LabelSelectorOperator UnhealthyPodEvictionPolicyType`.split(/\s+/),
);

const { aliases, constants, types: factTypes } = facts<Facts>("types.json");
const types: Readonly<Record<string, Readonly<Record<string, FactStruct>>>> = {
  ...factTypes,
  "apiregistration/v1": aggregator,
};
const dropped: string[] = [];

/** Structs that are leaves here: unions and raw JSON with a codec of their own. */
const leaves: Readonly<Record<string, string>> = {
  "apiextensions/v1.JSON": "j",
  "apiextensions/v1.JSONSchemaPropsOrArray": "A",
  "apiextensions/v1.JSONSchemaPropsOrBool": "O",
  "apiextensions/v1.JSONSchemaPropsOrStringArray": "S",
};
const external: Readonly<Record<string, string>> = {
  "resource.Quantity": "q",
  "intstr.IntOrString": "I",
  "runtime.RawExtension": "R",
  "types.UID": "s",
  "types.NodeName": "s",
  "meta.Time": "t",
  "meta.MicroTime": "T",
  "meta.FieldsV1": "F",
  "meta.Duration": "s",
};
const primitives: Readonly<Record<string, string>> = {
  string: "s",
  bool: "b",
  int32: "i",
  int64: "l",
  float64: "d",
  "[]byte": "B",
  "interface{}": "j",
};
/** List aliases that are a message of their own on the wire. */
const wrapped: ReadonlySet<string> = new Set(["ExtraValue", "Verbs", "AttestationValue"]);

function packageOf(prefix: string, current: string): string | undefined {
  if (prefix === "metav1" || prefix === "meta") return "meta/v1";
  if (prefix === "corev1" || prefix === "apiv1") return "core/v1";
  if (prefix === "authenticationv1") return "authentication/v1";
  if (prefix === "v1") return current === "apidiscovery/v2" ? "meta/v1" : "core/v1";
  return undefined;
}

/** A compact type code; `undefined` when the type lives in a package that the facts do not hold. */
function code(goType: string, current: string): string | undefined {
  const primitive = primitives[goType];
  if (primitive) return primitive;
  if (goType.startsWith("[]")) {
    const inner = code(goType.slice(2).replace(/^\*/, ""), current);
    return inner === undefined ? undefined : `[]${inner}`;
  }
  const map = /^map\[[^\]]+\](.*)$/.exec(goType);
  if (map?.[1]) {
    const inner = code(map[1], current);
    return inner === undefined ? undefined : `{}${inner}`;
  }
  const dot = goType.indexOf(".");
  if (dot > 0) {
    const prefix = goType.slice(0, dot);
    const name = goType.slice(dot + 1);
    const known = external[goType] ?? external[`${packageOf(prefix, current) === "meta/v1" ? "meta" : ""}.${name}`];
    if (known) return known;
    const pkg = packageOf(prefix, current);
    return pkg === undefined ? undefined : code(name, pkg);
  }
  if (current === "meta/v1" && external[`meta.${goType}`]) return external[`meta.${goType}`];
  const leaf = leaves[`${current}.${goType}`];
  if (leaf) return leaf;
  if (types[current]?.[goType]) return `${current}.${goType}`;
  const alias = aliases[current]?.[goType];
  // Names that the facts do not list are string types of another package (`types.UID` and the like).
  if (alias === undefined) return /^[A-Z]\w*$/.test(goType) ? "s" : undefined;
  if (alias.startsWith("= ")) return code(alias.slice(2), current);
  if (alias === "string") return `s:${current}.${goType}`;
  if (alias === "struct{}") return "j";
  const inner = code(alias, current);
  return inner !== undefined && wrapped.has(goType) ? `!${inner}` : inner;
}

function defaultValue(text: string, pkg: string): string | number | boolean | undefined {
  const reference = /^ref\((\w+)\)$/.exec(text);
  if (reference?.[1]) {
    // The constant's value is what is left of its name after its type's prefix.
    for (const [type, values] of Object.entries(constants[pkg] ?? {}))
      for (const value of values) if (`${type.replace(/(Mode|Kind)$/, "")}${value}` === reference[1]) return value;
    return reference[1] === "AzureDataDiskCachingReadWrite"
      ? "ReadWrite"
      : reference[1] === "AzureSharedBlobDisk"
        ? "Shared"
        : undefined;
  }
  return JSON.parse(text) as string | number | boolean;
}

type FieldRow = [name: string, type: string, proto: number, flags: number, more?: Record<string, unknown>];
const usedEnums: Record<string, readonly string[]> = {};

function fieldRow(pkg: string, owner: string, name: string, field: FactField): FieldRow | undefined {
  const pointer = field.type.startsWith("*");
  const type = code(field.type.replace(/^\*/, ""), pkg);
  if (type === undefined || name === "-") {
    dropped.push(`${pkg}.${owner}.${name}: ${field.type}`);
    return undefined;
  }
  const enumName = /(?:^|[\]}])s:(.+)$/.exec(type)?.[1];
  if (enumName) {
    const dot = enumName.lastIndexOf(".");
    const values = constants[enumName.slice(0, dot)]?.[enumName.slice(dot + 1)];
    if (values?.length && enums.has(enumName.slice(dot + 1))) usedEnums[enumName] = values;
  }
  const more: Record<string, unknown> = {};
  const isList = type.startsWith("[]") && type !== "[]byte";
  if (field.listType && field.listType !== "atomic" && isList) more["l"] = field.listType;
  if (field.listMapKeys) more["k"] = field.listMapKeys;
  if (field.mapType) more["m"] = field.mapType;
  if (field.patchMergeKey) more["p"] = field.patchMergeKey;
  if (field.patchStrategy) more["s"] = field.patchStrategy;
  if (field.default !== undefined) more["d"] = defaultValue(field.default, pkg);
  const flags = (pointer ? 1 : 0) | (field.required ? 2 : 0) | (field.inline ? 4 : 0);
  const row: FieldRow = [name.replace(/^~/, ""), type, field.proto ?? 0, flags];
  if (Object.keys(more).length > 0) row.push(more);
  return row;
}

function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

const note =
  "// Generated by tools/generate-kube-schema.ts from the Kubernetes API's public type declarations (Apache-2.0). Do not edit.\n";

function emitTypes(): void {
  const lines: string[] = [];
  for (const [pkg, structs] of Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const out: Record<string, unknown> = {};
    for (const [name, struct] of Object.entries(structs)) {
      if (leaves[`${pkg}.${name}`]) continue;
      const rows: unknown[] = Object.entries(struct.fields)
        .map(([field, fact]) => fieldRow(pkg, name, field, fact))
        .filter((row) => row !== undefined);
      out[name] = struct.structType === "atomic" ? [1, ...rows] : rows;
    }
    // Names of the package's own types lose their package: most references stay inside one package.
    lines.push(
      `  ${JSON.stringify(pkg)}: ${literal(JSON.stringify(out).replaceAll(`"${pkg}.`, '".').replaceAll(`]${pkg}.`, "].").replaceAll(`}${pkg}.`, "}.").replaceAll(`s:${pkg}.`, "s:."))},`,
    );
  }
  emit(
    "data/types.gen.ts",
    `${note}/** JSON text of each package's types: name to rows [field, type code, protobuf number, flags, markers]. */\nexport const typeData: Readonly<Record<string, string>> = {\n${lines.join("\n")}\n};\n\n/** Declared constants of string types. */\nexport const enumData: string =\n  ${literal(JSON.stringify(usedEnums))};\n`,
  );
}

const served = new Set(
  `/v1 apps/v1 batch/v1 rbac.authorization.k8s.io/v1 coordination.k8s.io/v1 events.k8s.io/v1 discovery.k8s.io/v1
  networking.k8s.io/v1 policy/v1 storage.k8s.io/v1 scheduling.k8s.io/v1 node.k8s.io/v1 apiextensions.k8s.io/v1
  admissionregistration.k8s.io/v1 authentication.k8s.io/v1 authorization.k8s.io/v1 autoscaling/v1 autoscaling/v2
  apiregistration.k8s.io/v1 certificates.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1 resource.k8s.io/v1`.split(/\s+/),
);

/** `rbac.authorization.k8s.io` is declared in package `rbac`. */
function packageOfGroup(group: string, version: string): string {
  return `${group === "" ? "core" : (group.split(".")[0] ?? group)}/${version}`;
}

const verbWords: Readonly<Record<string, readonly string[]>> = {
  post: ["create"],
  put: ["update"],
  list: ["list", "watch"],
  get: ["get"],
  patch: ["patch"],
  delete: ["delete"],
  deletecollection: ["deletecollection"],
  connect: [],
};
const verbs = (words: readonly string[]): string[] =>
  [...new Set(words.flatMap((word) => verbWords[word] ?? []))].sort();

function emitResources(): void {
  const { resources } = facts<{ readonly resources: readonly FactResource[] }>("resources.json");
  const rows = resources
    .filter((resource) => served.has(`${resource.group}/${resource.version}`))
    .filter((resource) => types[packageOfGroup(resource.group, resource.version)]?.[resource.kind])
    .map((resource) => ({
      g: resource.group,
      v: resource.version,
      k: resource.kind,
      p: resource.resource,
      n: resource.namespaced ? 1 : 0,
      a: verbs(resource.verbs),
      t: `${packageOfGroup(resource.group, resource.version)}.${resource.kind}`,
      s: Object.entries(resource.subresources).map(([name, sub]) => {
        const pkg = packageOfGroup(sub.group, sub.version);
        return {
          n: name,
          g: sub.group,
          v: sub.version,
          k: sub.kind,
          a: verbs(sub.verbs),
          ...(types[pkg]?.[sub.kind] ? { t: `${pkg}.${sub.kind}` } : {}),
          ...(sub.verbs.includes("connect") ? { c: 1 } : {}),
        };
      }),
    }));
  emit(
    "data/resources.gen.ts",
    `${note}/** JSON text of the built-in resources with verbs and subresources. */\nexport const resourceData: string =\n  ${literal(JSON.stringify(rows))};\n`,
  );
}

const tsScalars: Readonly<Record<string, string>> = {
  s: "string",
  b: "boolean",
  i: "number",
  l: "number",
  d: "number",
  B: "string",
  q: "string",
  I: "number | string",
  t: "string",
  T: "string",
  F: "JsonObject",
  R: "JsonObject",
  j: "Json",
  A: "JSONSchemaProps | readonly JSONSchemaProps[]",
  O: "JSONSchemaProps | boolean",
  S: "JSONSchemaProps | readonly string[]",
};

function emitModel(): void {
  const packages = Object.keys(types).sort();
  for (const pkg of packages) {
    const imports = new Set<string>();
    const base = new Set<string>();
    const tsType = (typeCode: string): string => {
      if (typeCode.startsWith("!")) return tsType(typeCode.slice(1));
      if (typeCode.startsWith("[]")) {
        const inner = tsType(typeCode.slice(2));
        return `readonly ${inner.includes("|") ? `(${inner})` : inner}[]`;
      }
      if (typeCode.startsWith("{}")) return `Readonly<Record<string, ${tsType(typeCode.slice(2))}>>`;
      if (typeCode.startsWith("s:")) return "string";
      const scalar = tsScalars[typeCode];
      if (scalar) {
        if (scalar === "Json" || scalar === "JsonObject") base.add(scalar);
        return scalar;
      }
      const dot = typeCode.lastIndexOf(".");
      const owner = typeCode.slice(0, dot);
      const name = typeCode.slice(dot + 1);
      if (owner === pkg) return name;
      imports.add(owner);
      return `${owner.replace(/\W/g, "")}.${name}`;
    };
    const flat = (struct: FactStruct): [string, FactField][] =>
      Object.entries(struct.fields).flatMap(([name, field]): [string, FactField][] => {
        if (!name.startsWith("~")) return name === "-" ? [] : [[name, field]];
        const inner = code(field.type, pkg);
        if (inner === undefined || field.type.endsWith("TypeMeta")) return [];
        const dot = inner.lastIndexOf(".");
        const target = types[inner.slice(0, dot)]?.[inner.slice(dot + 1)];
        return target ? flat(target) : [];
      });
    const bodies: string[] = [];
    for (const [name, struct] of Object.entries(types[pkg] ?? {})) {
      if (leaves[`${pkg}.${name}`]) continue;
      const kind = Object.keys(struct.fields).includes("~TypeMeta");
      const members = flat(struct).flatMap(([field, fact]) => {
        const typeCode = code(fact.type.replace(/^\*/, ""), pkg);
        if (typeCode === undefined) return [];
        const sure =
          fact.required === true ||
          (kind && (field === "metadata" || field === "items" || (field === "spec" && !fact.type.startsWith("*"))));
        const shown = /^\w+$/.test(field) ? field : JSON.stringify(field);
        return [`  readonly ${shown}${sure ? "" : "?"}: ${tsType(typeCode)}${sure ? "" : " | undefined"};`];
      });
      if (kind) members.unshift("  readonly apiVersion: string;", "  readonly kind: string;");
      bodies.push(`export type ${name} = {${members.length > 0 ? `\n${members.join("\n")}\n` : ""}};`);
    }
    const header = [
      ...(base.size > 0 ? [`import type { ${[...base].sort().join(", ")} } from "@byocni/base/core";`] : []),
      ...[...imports]
        .sort()
        .map((name) => `import type * as ${name.replace(/\W/g, "")} from "./${name.replace("/", "-")}.gen.ts";`),
    ];
    emit(
      `model/${pkg.replace("/", "-")}.gen.ts`,
      `${note}${header.length > 0 ? `${header.join("\n")}\n` : ""}\n${bodies.join("\n\n")}\n`,
    );
  }
  emit(
    "model/index.gen.ts",
    `${note}${packages.map((pkg) => `export type * as ${pkg.replace(/\W/g, "")} from "./${pkg.replace("/", "-")}.gen.ts";`).join("\n")}\n`,
  );
}

emitTypes();
emitResources();
emitModel();
if (dropped.length > 0) console.log(`left out, their type is in no fact file:\n  ${dropped.join("\n  ")}`);

import { assert } from "@byocni/base/core";
import { enumData, typeData } from "../data/types.gen.ts";
import type { Field, ScalarKind, StructType, TypeRef, TypeTable, WireField } from "./type-table.ts";

/** [name, type code, protobuf number (0 = none), flags, markers]; see the generator. */
type FieldRow = readonly [string, string, number, number, Markers?];
interface Markers {
  readonly l?: "map" | "set";
  readonly k?: readonly string[];
  readonly m?: "atomic" | "granular";
  readonly p?: string;
  readonly s?: string;
  readonly d?: string | number | boolean;
}
type Rows = readonly (FieldRow | 1)[];
type PackageData = Readonly<Record<string, Rows>>;

const isPointer = 1;
const isRequired = 2;
const isInline = 4;

const scalars: Readonly<Record<string, ScalarKind>> = {
  s: "string",
  b: "bool",
  i: "int32",
  l: "int64",
  d: "float64",
  B: "bytes",
  q: "quantity",
  I: "intOrString",
  t: "time",
  T: "microTime",
  F: "fieldsV1",
  R: "raw",
  j: "json",
  A: "schemaOrArray",
  O: "schemaOrBool",
  S: "schemaOrStrings",
};

const openApiPrefixes: Readonly<Record<string, string>> = {
  apiextensions: "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions",
  meta: "io.k8s.apimachinery.pkg.apis.meta",
  apiregistration: "io.k8s.kube-aggregator.pkg.apis.apiregistration",
};

/** `core/v1.Pod` → `io.k8s.api.core.v1.Pod`. */
export function openApiNameOf(name: string): string {
  const slash = name.indexOf("/");
  const pkg = name.slice(0, slash);
  return `${openApiPrefixes[pkg] ?? `io.k8s.api.${pkg}`}.${name.slice(slash + 1)}`;
}

/** `core/v1.PullPolicy`, or `.PullPolicy` inside its package → `v1.PullPolicy`, as Go prints it. */
function goTypeName(name: string, pkg: string): string {
  const full = name.startsWith(".") ? pkg + name : name;
  return full.slice(full.indexOf("/") + 1);
}

/** Builds the table over the generated data; each package is parsed and each struct resolved when first asked for. */
export function createTypeTable(): TypeTable {
  const packages = new Map<string, PackageData | undefined>();
  const structs = new Map<string, StructType | undefined>();
  let enums: Readonly<Record<string, readonly string[]>> | undefined;

  function packageData(pkg: string): PackageData | undefined {
    if (!packages.has(pkg)) {
      const text = Object.hasOwn(typeData, pkg) ? typeData[pkg] : undefined;
      packages.set(pkg, text === undefined ? undefined : (JSON.parse(text) as PackageData));
    }
    return packages.get(pkg);
  }

  function typeRef(code: string, pkg: string): TypeRef {
    if (code.startsWith("!")) {
      const inner = typeRef(code.slice(1), pkg);
      return inner.kind === "list" ? { ...inner, wrapped: true } : inner;
    }
    if (code.startsWith("[]")) return { kind: "list", of: typeRef(code.slice(2), pkg) };
    if (code.startsWith("{}")) return { kind: "map", of: typeRef(code.slice(2), pkg) };
    if (code.startsWith("s:")) return { kind: "scalar", scalar: "string", alias: goTypeName(code.slice(2), pkg) };
    const scalar = scalars[code];
    if (scalar) return { kind: "scalar", scalar };
    return { kind: "struct", name: code.startsWith(".") ? pkg + code : code };
  }

  function enumOf(code: string, pkg: string): readonly string[] | undefined {
    const at = code.indexOf("s:");
    if (at < 0) return undefined;
    enums ??= JSON.parse(enumData) as Readonly<Record<string, readonly string[]>>;
    const name = code.slice(at + 2);
    return enums[name.startsWith(".") ? pkg + name : name];
  }

  function field([name, code, , flags, markers]: FieldRow, pkg: string): Field {
    const values = enumOf(code, pkg);
    return {
      name,
      type: typeRef(code, pkg),
      pointer: (flags & isPointer) !== 0,
      required: (flags & isRequired) !== 0,
      ...(values ? { enum: values } : {}),
      ...(markers?.l ? { listType: markers.l } : {}),
      ...(markers?.k ? { listMapKeys: markers.k } : {}),
      ...(markers?.m ? { mapType: markers.m } : {}),
      ...(markers?.p ? { patchMergeKey: markers.p } : {}),
      ...(markers?.s ? { patchStrategy: markers.s.split(",") as ("merge" | "replace" | "retainKeys")[] } : {}),
      ...(markers?.d === undefined ? {} : { default: markers.d }),
    };
  }

  function build(name: string): StructType | undefined {
    const dot = name.indexOf(".", name.indexOf("/"));
    const pkg = name.slice(0, dot);
    const data = packageData(pkg);
    const local = name.slice(dot + 1);
    const rows = data && Object.hasOwn(data, local) ? data[local] : undefined;
    if (rows === undefined) return undefined;
    const fields: Field[] = [];
    const wire = new Map<number, WireField>();
    for (const row of rows) {
      if (row === 1) continue;
      const [, code, number, flags] = row;
      if ((flags & isInline) !== 0) {
        const inner = typeRef(code, pkg);
        assert(inner.kind === "struct", `inline field of ${name} is no struct`);
        fields.push(...get(inner.name).fields.values());
        if (number > 0) wire.set(number, { kind: "inline", struct: inner.name });
        continue;
      }
      const made = field(row, pkg);
      fields.push(made);
      if (number > 0) wire.set(number, { kind: "field", field: made });
    }
    fields.sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      name,
      openApiName: openApiNameOf(name),
      fields: new Map(fields.map((item) => [item.name, item])),
      atomic: rows[0] === 1,
      wire,
    };
  }

  function find(name: string): StructType | undefined {
    let struct = structs.get(name);
    if (struct === undefined && !structs.has(name)) {
      struct = build(name);
      structs.set(name, struct);
    }
    return struct;
  }

  function get(name: string): StructType {
    const struct = find(name);
    assert(struct, `unknown type ${name}`);
    return struct;
  }

  return {
    find,
    get,
    names: (pkg) => Object.keys(packageData(pkg) ?? {}).map((name) => `${pkg}.${name}`),
  };
}

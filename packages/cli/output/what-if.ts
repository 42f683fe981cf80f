import type { Styles } from "./output.ts";

/** A change of a resource, as what-if answers it. */
export interface ResourceChange {
  readonly resourceId: string;
  readonly changeType: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly delta?: readonly PropertyChange[];
  readonly unsupportedReason?: string;
}

export interface PropertyChange {
  readonly path: string;
  readonly propertyChangeType: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly children?: readonly PropertyChange[];
}

type Colour = (styles: Styles) => (text: string) => string;

interface ChangeKind {
  readonly symbol: string;
  readonly colour: Colour;
  /** In the sum at the end: `2 to create`. */
  readonly sum: string;
}

/** In the order in which az shows them; the symbols are az's. */
const kinds: Readonly<Record<string, ChangeKind>> = {
  Delete: { symbol: "-", colour: (styles) => styles.red, sum: "to delete" },
  Create: { symbol: "+", colour: (styles) => styles.green, sum: "to create" },
  Deploy: { symbol: "!", colour: (styles) => styles.cyan, sum: "to deploy" },
  Modify: { symbol: "~", colour: (styles) => styles.magenta, sum: "to modify" },
  NoChange: { symbol: "=", colour: () => (text) => text, sum: "no change" },
  Unsupported: { symbol: "x", colour: (styles) => styles.dim, sum: "unsupported" },
  Ignore: { symbol: "*", colour: (styles) => styles.dim, sum: "to ignore" },
};

const order = Object.keys(kinds);
const unknownKind: ChangeKind = { symbol: "?", colour: () => (text) => text, sum: "of an unknown kind" };

const propertyKinds: Readonly<Record<string, ChangeKind>> = {
  ...kinds,
  Array: { symbol: "~", colour: (styles) => styles.magenta, sum: "" },
  NoEffect: { symbol: "x", colour: (styles) => styles.dim, sum: "" },
};

/** The changes by scope, the gravest first, with the paths of the properties that change, and their sum. */
export function whatIfLines(changes: readonly ResourceChange[], styles: Styles): readonly string[] {
  if (changes.length === 0) return ["no resource changes"];
  const scopes = new Map<string, ResourceChange[]>();
  for (const change of changes) {
    const [scope] = splitId(change.resourceId);
    const group = scopes.get(scope.toLowerCase()) ?? [];
    group.push(change);
    scopes.set(scope.toLowerCase(), group);
  }
  const lines: string[] = [];
  for (const group of scopes.values()) {
    const [scope] = splitId(group[0]?.resourceId ?? "");
    lines.push(styles.bold(`scope: ${scope || "/"}`), "");
    const sorted = group.toSorted((a, b) => order.indexOf(a.changeType) - order.indexOf(b.changeType));
    lines.push(...sorted.flatMap((change) => resourceLines(change, styles)), "");
  }
  return [...lines, sumLine(changes)];
}

function sumLine(changes: readonly ResourceChange[]): string {
  const parts = order.flatMap((kind) => {
    const count = changes.filter(({ changeType }) => changeType === kind).length;
    return count === 0 ? [] : [`${count} ${kinds[kind]?.sum ?? ""}`];
  });
  return `resource changes: ${parts.join(", ")}`;
}

/** Scope and the id below it: `/subscriptions/s/resourceGroups/g` and `Microsoft.Network/virtualNetworks/v`. */
function splitId(id: string): readonly [scope: string, relative: string] {
  const match = /^(.*?)\/providers\/(.+)$/i.exec(id);
  // A resource group is a resource of its subscription.
  if (!match) {
    const group = /^(\/subscriptions\/[^/]+)\/(resourceGroups\/[^/]+)$/i.exec(id);
    return group ? [group[1] ?? "", group[2] ?? ""] : ["", id];
  }
  return [match[1] ?? "", match[2] ?? ""];
}

function resourceLines(change: ResourceChange, styles: Styles): readonly string[] {
  const { changeType, resourceId, before, after, delta, unsupportedReason } = change;
  const { symbol, colour } = kinds[changeType] ?? unknownKind;
  const paint = colour(styles);
  const version = apiVersionOf(before) ?? apiVersionOf(after);
  const head = `  ${paint(`${symbol} ${splitId(resourceId)[1]}`)}${version ? ` [${version}]` : ""}`;
  const indent = "      ";
  if (unsupportedReason) return [head, `${indent}${styles.dim(unsupportedReason)}`];
  if (changeType === "Create") return [head, ...bodyLines(after, indent).map((line) => paint(line))];
  if (changeType === "Delete") return [head, ...bodyLines(before, indent).map((line) => paint(line))];
  return [head, ...(delta ?? []).flatMap((one) => propertyLines(one, indent, styles))];
}

function apiVersionOf(shown: unknown): string | undefined {
  const version = isObject(shown) ? shown["apiVersion"] : undefined;
  return typeof version === "string" ? version : undefined;
}

function propertyLines(change: PropertyChange, indent: string, styles: Styles): readonly string[] {
  const { path, propertyChangeType, before, after, children } = change;
  const { symbol, colour } = propertyKinds[propertyChangeType] ?? unknownKind;
  const paint = colour(styles);
  const head = `${indent}${paint(`${symbol} ${path}:`)}`;
  if (children && children.length > 0) {
    const [open, close] = propertyChangeType === "Array" ? ["[", "]"] : ["{", "}"];
    return [
      `${head} ${open}`,
      ...children.flatMap((child) => propertyLines(child, `${indent}    `, styles)),
      `${indent}  ${close}`,
    ];
  }
  switch (propertyChangeType) {
    case "Delete":
      return valueLines(head, before, indent, styles.red);
    case "Modify":
      return modifyLines(head, before, after, indent, styles);
    default:
      return valueLines(head, after, indent, paint);
  }
}

function modifyLines(head: string, before: unknown, after: unknown, indent: string, styles: Styles): readonly string[] {
  if (isLeaf(before) && isLeaf(after))
    return [`${head} ${styles.red(leafText(before))} => ${styles.green(leafText(after))}`];
  return [...valueLines(head, before, indent, styles.red), ...valueLines(`${indent}  =>`, after, indent, styles.green)];
}

function valueLines(head: string, value: unknown, indent: string, paint: (text: string) => string): readonly string[] {
  if (isLeaf(value)) return [`${head} ${paint(leafText(value))}`];
  const [first = "", ...more] = JSON.stringify(value, null, 2).split("\n");
  return [`${head} ${paint(first)}`, ...more.map((line) => `${indent}  ${paint(line)}`)];
}

/** A resource without what its line already says. */
function bodyLines(resource: unknown, indent: string): readonly string[] {
  if (!isObject(resource)) return [];
  const { apiVersion: _shown, ...rest } = resource;
  return memberLines(rest, "", indent);
}

/** Every value with its dotted path. */
function memberLines(value: unknown, path: string, indent: string): readonly string[] {
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : memberLines(member, path ? `${path}.${name}` : name, indent),
    );
  }
  return valueLines(`${indent}${path}:`, value, indent.slice(2), (text) => text);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What fits on the line of its path. */
function isLeaf(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return !isObject(value) || Object.keys(value).length === 0;
}

function leafText(value: unknown): string {
  return value === undefined ? "(absent)" : JSON.stringify(value);
}

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
  readonly word: string;
  readonly colour: Colour;
  /** In the sum at the end: `2 to create`. */
  readonly sum: string;
}

/** In the order in which az shows them; the symbols are az's. */
const kinds: Readonly<Record<string, ChangeKind>> = {
  Delete: { word: "Delete", symbol: "-", colour: (styles) => styles.red, sum: "to delete" },
  Create: { word: "Create", symbol: "+", colour: (styles) => styles.green, sum: "to create" },
  Deploy: { word: "Deploy", symbol: "!", colour: (styles) => styles.cyan, sum: "to deploy" },
  Modify: { word: "Modify", symbol: "~", colour: (styles) => styles.magenta, sum: "to modify" },
  NoChange: { word: "Nochange", symbol: "=", colour: () => (text) => text, sum: "no change" },
  Unsupported: { word: "Unsupported", symbol: "x", colour: (styles) => styles.dim, sum: "unsupported" },
  Ignore: { word: "Ignore", symbol: "*", colour: (styles) => styles.dim, sum: "to ignore" },
};

const order = Object.keys(kinds);
const unknownKind: ChangeKind = {
  word: "Unknown",
  symbol: "?",
  colour: () => (text) => text,
  sum: "of an unknown kind",
};

const propertyKinds: Readonly<Record<string, ChangeKind>> = {
  ...kinds,
  Array: { word: "Modify", symbol: "~", colour: (styles) => styles.magenta, sum: "" },
  NoEffect: { word: "NoEffect", symbol: "x", colour: (styles) => styles.dim, sum: "" },
};

/** In the order in which az explains them. */
const legend = ["Delete", "Create", "Deploy", "Modify", "NoEffect", "Nochange", "Unsupported", "Ignore"];

/** As az prints the answer: the symbols that occur, the changes by scope, the gravest first, and their sum. */
export function whatIfLines(changes: readonly ResourceChange[], styles: Styles): readonly string[] {
  if (changes.length === 0) return ["No resource changes."];
  const scopes = new Map<string, ResourceChange[]>();
  for (const change of changes) {
    const [scope] = splitId(change.resourceId);
    const group = scopes.get(scope.toLowerCase()) ?? [];
    group.push(change);
    scopes.set(scope.toLowerCase(), group);
  }
  const lines = [
    ...legendLines(changes, styles),
    "",
    `The deployment will update the following ${scopes.size === 1 ? "scope" : "scopes"}:`,
  ];
  for (const group of scopes.values()) {
    const [scope] = splitId(group[0]?.resourceId ?? "");
    lines.push("", styles.bold(`Scope: ${scope || "/"}`));
    const sorted = group.toSorted((a, b) => order.indexOf(a.changeType) - order.indexOf(b.changeType));
    for (const [index, change] of sorted.entries()) {
      // Lines without anything beneath them stand together.
      const before = sorted[index - 1];
      if (!before || before.changeType !== change.changeType || hasBody(change) || hasBody(before)) lines.push("");
      lines.push(...resourceLines(change, styles));
    }
  }
  return [...lines, "", sumLine(changes)];
}

function legendLines(changes: readonly ResourceChange[], styles: Styles): readonly string[] {
  const found = new Map<string, ChangeKind>();
  const add = (kind: ChangeKind | undefined): void => {
    if (kind) found.set(kind.word, kind);
  };
  const addProperties = (all: readonly PropertyChange[] = []): void => {
    for (const { propertyChangeType, children } of all) {
      add(propertyKinds[propertyChangeType]);
      addProperties(children);
    }
  };
  for (const { changeType, delta } of changes) {
    add(kinds[changeType]);
    addProperties(delta);
  }
  const words = legend.flatMap((word) => found.get(word) ?? []);
  return [
    `Resource and property changes are indicated with ${words.length === 1 ? "this symbol" : "these symbols"}:`,
    ...words.map(({ symbol, word, colour }) => `  ${colour(styles)(symbol)} ${word}`),
  ];
}

function hasBody({ changeType, delta, unsupportedReason }: ResourceChange): boolean {
  return (
    changeType === "Create" || changeType === "Delete" || (delta?.length ?? 0) > 0 || unsupportedReason !== undefined
  );
}

function sumLine(changes: readonly ResourceChange[]): string {
  const parts = order.flatMap((kind) => {
    const count = changes.filter(({ changeType }) => changeType === kind).length;
    return count === 0 ? [] : [`${count} ${kinds[kind]?.sum ?? ""}`];
  });
  return `Resource changes: ${parts.join(", ")}.`;
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
  if (unsupportedReason) return [head, `    ${styles.dim(unsupportedReason)}`];
  if (changeType === "Create") return [head, "", ...membersOf(after, 6).map((line) => paint(line))];
  if (changeType === "Delete") return [head, "", ...membersOf(before, 6).map((line) => paint(line))];
  return [head, ...propertyLines(delta ?? [], 4, styles)];
}

function apiVersionOf(shown: unknown): string | undefined {
  const version = isObject(shown) ? shown["apiVersion"] : undefined;
  return typeof version === "string" ? version : undefined;
}

const spaces = (count: number): string => " ".repeat(count);

/** Values of neighbours that fit on a line stand beneath each other. */
function propertyLines(changes: readonly PropertyChange[], indent: number, styles: Styles): readonly string[] {
  const width = Math.max(0, ...changes.filter((change) => isShort(change)).map(({ path }) => path.length));
  return changes.flatMap((change) => propertyChange(change, indent, width, styles));
}

function isShort({ before, after, children }: PropertyChange): boolean {
  return (children?.length ?? 0) === 0 && isLeaf(before) && isLeaf(after);
}

function propertyChange(change: PropertyChange, indent: number, width: number, styles: Styles): readonly string[] {
  const { path, propertyChangeType, before, after, children } = change;
  const { symbol, colour } = propertyKinds[propertyChangeType] ?? unknownKind;
  const paint = colour(styles);
  const name = `${spaces(indent)}${paint(`${symbol} ${path}:`)}`;
  if (children && children.length > 0) {
    if (propertyChangeType === "Array")
      return [`${name} [`, ...propertyLines(children, indent + 2, styles), `${spaces(indent + 2)}]`];
    return [name, "", ...propertyLines(children, indent + 4, styles), ""];
  }
  const shown = propertyChangeType === "Delete" ? before : after;
  if (isShort(change)) {
    const pad = spaces(width - path.length + 1);
    if (propertyChangeType === "Modify")
      return [`${name}${pad}${styles.red(leafText(before))} => ${styles.green(leafText(after))}`];
    return [`${name}${pad}${paint(leafText(shown))}`];
  }
  if (propertyChangeType !== "Modify") return valueLines(name, shown, indent, paint);
  return [
    ...valueLines(name, before, indent, styles.red),
    ...valueLines(`${spaces(indent)}=>`, after, indent, styles.green),
  ];
}

/** A value with more than a line, beneath its name. */
function valueLines(name: string, value: unknown, indent: number, paint: (text: string) => string): readonly string[] {
  if (isLeaf(value)) return [`${name} ${paint(leafText(value))}`];
  if (Array.isArray(value)) {
    const items = membersOf(value, indent + 2).map((line) => paint(line));
    return [`${name} [`, ...items, `${spaces(indent)}${paint("]")}`];
  }
  return [name, "", ...membersOf(value, indent + 4).map((line) => paint(line)), ""];
}

/** Members of an object by their dotted paths, items of a list by their index; short ones beneath each other. */
function membersOf(value: unknown, indent: number): readonly string[] {
  const members = leaves(value, "");
  const width = Math.max(0, ...members.filter(([, one]) => isLeaf(one)).map(([path]) => path.length));
  return members.flatMap(([path, one]) => {
    if (isLeaf(one)) return [`${spaces(indent)}${`${path}:`.padEnd(width + 1)} ${leafText(one)}`];
    if (Array.isArray(one)) return [`${spaces(indent)}${path}: [`, ...membersOf(one, indent + 2), `${spaces(indent)}]`];
    return [`${spaces(indent)}${path}:`, "", ...membersOf(one, indent + 4), ""];
  });
}

/** What stands in a value: lists and, in lists, objects are not gone into. */
function leaves(value: unknown, path: string): readonly (readonly [path: string, value: unknown])[] {
  if (Array.isArray(value) && path === "") return value.map((item: unknown, index) => [String(index), item] as const);
  if (isObject(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : leaves(member, path ? `${path}.${name}` : name),
    );
  return [[path, value]];
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

import { canName, type Bindings } from "./bind.ts";
import type { Declarations } from "./declare.ts";
import type { BicepSymbol, DeclaredSymbol } from "./symbol.ts";

/** Declarations that name each other in a circle. */
export interface Cycle {
  readonly length: number;
  /** `a -> b` (then back to a); the rest of a long cycle is left out. */
  readonly first: readonly DeclaredSymbol[];
}

/** So many members of a cycle are told. */
const toldOfCycle = 30;

/** Which declarations each declaration names, and the cycles that come of it. */
export interface ReferenceGraph {
  /** The symbols that a declaration names directly, in the order of the text. */
  namedBy(symbol: DeclaredSymbol): ReadonlySet<DeclaredSymbol>;
  /** A cycle that runs through the symbol; undefined when there is none. */
  cycleOf(symbol: DeclaredSymbol): Cycle | undefined;
  /** All declarations, each after those that it names (cycles aside): looked at so, long chains need no deep stack. */
  dependenciesFirst(): readonly DeclaredSymbol[];
}

const undeclared: ReadonlySet<BicepSymbol["kind"]> = new Set([
  "local",
  "namespace",
  "built-in",
  "ambient-type",
  "base-parameters",
]);

function isDeclared(symbol: BicepSymbol): symbol is DeclaredSymbol {
  return !undeclared.has(symbol.kind);
}

export function createReferenceGraph(declarations: Declarations, bindings: Bindings): ReferenceGraph {
  const named = new Map<DeclaredSymbol, Set<DeclaredSymbol>>();
  const cycles = new Map<DeclaredSymbol, Cycle>();
  let searched = false;

  const namedBy = (symbol: DeclaredSymbol): ReadonlySet<DeclaredSymbol> => {
    const known = named.get(symbol);
    if (known) return known;
    const found = new Set<DeclaredSymbol>();
    named.set(symbol, found);
    const { nodes, symbols, extent } = bindings;
    const { start, end } = extent(symbol.node);
    for (let at = start; at < end; at++) {
      const node = nodes[at];
      // A nested resource is a declaration of its own; it hangs on the one around it.
      if (node?.kind === "resource-declaration" && at > start) at = extent(node).end - 1;
      const target = node && canName(node) ? symbols.get(node) : undefined;
      if (target && isDeclared(target)) found.add(target);
    }
    if (symbol.kind === "resource" && symbol.container) found.add(symbol.container);
    return found;
  };

  /** A type may name itself where it can be left out: recursion is then no cycle. */
  const edges = (symbol: DeclaredSymbol): Iterable<DeclaredSymbol> =>
    symbol.kind === "type" ? [] : [...namedBy(symbol)].filter((target) => target.kind !== "type");

  const search = (): void => {
    searched = true;
    const done = new Set<DeclaredSymbol>();
    for (const root of [...declarations.all, ...declarations.resources]) {
      if (done.has(root)) continue;
      // An explicit stack: chains of declarations may be long.
      const stack: { readonly symbol: DeclaredSymbol; readonly rest: Iterator<DeclaredSymbol> }[] = [];
      const onStack = new Map<DeclaredSymbol, number>();
      const push = (symbol: DeclaredSymbol): void => {
        onStack.set(symbol, stack.length);
        stack.push({ symbol, rest: edges(symbol)[Symbol.iterator]() });
      };
      push(root);
      while (stack.length > 0) {
        const top = stack.at(-1);
        const next = top?.rest.next();
        if (!top || !next || next.done) {
          if (top) {
            done.add(top.symbol);
            onStack.delete(top.symbol);
          }
          stack.pop();
          continue;
        }
        const at = onStack.get(next.value);
        if (at !== undefined) {
          const members = stack.slice(at).map((entry) => entry.symbol);
          for (const [index, member] of members.entries()) {
            const after = members.slice(index, index + toldOfCycle);
            const first = [...after, ...members.slice(0, Math.min(index, toldOfCycle - after.length))];
            if (!cycles.has(member)) cycles.set(member, { length: members.length, first });
          }
        } else if (!done.has(next.value)) push(next.value);
      }
    }
  };

  let ordered: readonly DeclaredSymbol[] | undefined;
  const order = (): readonly DeclaredSymbol[] => {
    const result: DeclaredSymbol[] = [];
    const seen = new Set<DeclaredSymbol>();
    const stack: { readonly symbol: DeclaredSymbol; readonly rest: Iterator<DeclaredSymbol> }[] = [];
    const push = (symbol: DeclaredSymbol): void => {
      if (seen.has(symbol)) return;
      seen.add(symbol);
      stack.push({ symbol, rest: namedBy(symbol)[Symbol.iterator]() });
    };
    for (const root of [...declarations.all, ...declarations.resources]) {
      push(root);
      for (let top = stack.at(-1); top; top = stack.at(-1)) {
        const next = top.rest.next();
        if (!next.done) push(next.value);
        else {
          result.push(top.symbol);
          stack.pop();
        }
      }
    }
    return result;
  };

  return {
    dependenciesFirst: () => (ordered ??= order()),
    namedBy,
    cycleOf(symbol) {
      if (!searched) search();
      return cycles.get(symbol);
    },
  };
}

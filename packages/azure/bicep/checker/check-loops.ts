import { resourceErrors } from "../diagnostics/resource-errors.ts";
import { typeErrors } from "../diagnostics/type-errors.ts";
import {
  forEachChild,
  propertyKey,
  unwrapBody,
  type ObjectNode,
  type Statement,
  type SyntaxNode,
} from "../syntax/index.ts";
import type { Checker } from "./checker.ts";
import { forKeyword } from "./literals.ts";

/** Where the walk stands. */
interface Place {
  /** The kind of declaration around: loops may be the value of some. */
  readonly top?: SyntaxNode["kind"];
  /** Loops of properties can be written in objects and arrays, not inside of operators and calls. */
  readonly isInExpression: boolean;
  readonly propertyLoops: number;
  readonly loops: number;
  readonly body: ObjectNode | undefined;
  readonly isInDependencies: boolean;
  readonly isInProperties: boolean;
}

const outside: Place = {
  isInExpression: false,
  propertyLoops: 0,
  loops: 0,
  body: undefined,
  isInDependencies: false,
  isInProperties: false,
};

const capable: ReadonlySet<SyntaxNode["kind"]> = new Set([
  "resource-declaration",
  "module-declaration",
  "variable-declaration",
  "output-declaration",
  "parameter-assignment",
]);
/** Parts of the text that are not expressions themselves: what they hold may still be a loop. */
const literal: ReadonlySet<SyntaxNode["kind"]> = new Set(["object", "array", "property"]);
const neutral: ReadonlySet<SyntaxNode["kind"]> = new Set(["for", "if", "identifier", "local", "error", "decorator"]);

/** True where a statement holds a loop or names a collection: in others there is nothing to find. */
function concernsLoops(c: Checker, root: Statement): boolean {
  const { nodes, symbols, extent } = c.model.bindings;
  const { start, end } = extent(root);
  for (let at = start; at < end; at++) {
    const node = nodes[at];
    if (node?.kind === "for") return true;
    if (node?.kind !== "variable" && node?.kind !== "nested-access") continue;
    const symbol = symbols.get(node);
    if ((symbol?.kind === "resource" || symbol?.kind === "module") && symbol.isCollection) return true;
  }
  return false;
}

/** Loops, and whole collections of resources, can stand in some places only. */
export function checkLoops(c: Checker, root: Statement): void {
  const { symbols, parents } = c.model.bindings;

  const checkCollection = (node: SyntaxNode, place: Place): void => {
    const symbol = symbols.get(node);
    if ((symbol?.kind !== "resource" && symbol?.kind !== "module") || !symbol.isCollection) return;
    let parent = parents.get(node);
    while (parent?.kind === "parenthesized") parent = parents.get(parent);
    const isAccessed = parent?.kind === "property-access" || parent?.kind === "index-access";
    if (isAccessed || place.isInDependencies) return;
    const isListed = place.top === "output-declaration" || place.top === "variable-declaration";
    if (place.loops > 0 || (!place.isInProperties && !isListed)) c.report(node, resourceErrors.collectionReference);
  };

  const visit = (node: SyntaxNode, place: Place): void => {
    let inner = place;
    if (capable.has(node.kind) && "value" in node) {
      if (node.kind === "resource-declaration" && place.loops > 0) c.report(node, resourceErrors.nestedInLoop);
      const isBody = node.kind === "resource-declaration" || node.kind === "module-declaration";
      const body = isBody ? unwrapBody(node.value).object : undefined;
      inner = { ...place, top: node.kind, isInExpression: false, body };
    } else if (node.kind === "for") {
      const parent = parents.get(node);
      const isTop = place.top !== undefined && parent !== undefined && capable.has(parent.kind);
      const isProperty = parent?.kind === "property" && parent.value === node;
      const hasBody = place.top === "resource-declaration" || place.top === "module-declaration";
      inner = { ...place, loops: place.loops + 1 };
      if (!isTop && hasBody && isProperty && !place.isInExpression) {
        inner = { ...inner, propertyLoops: place.propertyLoops + 1 };
        if (inner.propertyLoops > 1) c.report(forKeyword(c, node), typeErrors.nestedPropertyLoop);
      } else if (!isTop) c.report(forKeyword(c, node), typeErrors.loopPlace);
    } else if (node.kind === "property") {
      if (propertyKey(node) === undefined && node.value.kind === "for")
        c.report(node.key, typeErrors.loopWithComputedKey);
      if (place.body && parents.get(node) === place.body) {
        const name = propertyKey(node);
        const holder = place.top === "module-declaration" ? "params" : "properties";
        inner = {
          ...place,
          isInDependencies: place.isInDependencies || name === "dependsOn",
          isInProperties: place.isInProperties || name === holder,
        };
      }
    } else if (node.kind === "variable" || node.kind === "nested-access") checkCollection(node, place);
    else if (node.kind === "call" && node.name.name === "nameof") return;
    if (!inner.isInExpression && !literal.has(node.kind) && !neutral.has(node.kind) && !capable.has(node.kind)) {
      inner = { ...inner, isInExpression: true };
    }
    forEachChild(node, (child) => visit(child, inner));
  };
  if (!concernsLoops(c, root)) return;
  // A statement is no expression; what is written in it begins anew.
  if (capable.has(root.kind)) visit(root, outside);
  else forEachChild(root, (child) => visit(child, outside));
}

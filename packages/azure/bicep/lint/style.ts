import { isAssignable, stringType } from "../types/index.ts";
import { isIdentifier } from "../syntax/characters.ts";
import { plainString, type CallNode, type Expression, type MethodCallNode } from "../syntax/index.ts";
import { findDecorator } from "../checker/decorators.ts";
import type { LintContext, LintRule } from "./rule.ts";

/** True for a call of a function of `sys`. */
export function callsSystem(c: LintContext, node: Expression, name: string): boolean {
  const symbol = c.model.bindings.symbols.get(node.kind === "method-call" ? node.base : node);
  const isSystem = symbol?.kind === "built-in" || (symbol?.kind === "namespace" && symbol.name === "sys");
  return isSystem && (node.kind === "call" || node.kind === "method-call") && node.name.name === name;
}

/** The calls of a function of `sys`. */
function systemCalls(c: LintContext, name: string): readonly (CallNode | MethodCallNode)[] {
  const { ofKind } = c.model.bindings;
  // What stands as a decorator is not a value, and has no type.
  return [...ofKind("call"), ...ofKind("method-call")].filter(
    (node) => callsSystem(c, node, name) && c.model.bindings.parents.get(node)?.kind !== "decorator",
  );
}

const preferInterpolation: LintRule = {
  code: "prefer-interpolation",
  level: "warning",
  check(c) {
    for (const node of systemCalls(c, "concat")) {
      if (c.checker.isMalformed(node)) continue;
      const type = c.checker.typeOf(node);
      const isText = type.kind !== "any" && type.kind !== "error" && isAssignable(type, stringType);
      if (node.args.length > 1 && isText) {
        c.report(node, "Use string interpolation instead of the concat function.");
      }
    }
  },
};

const simplifyInterpolation: LintRule = {
  code: "simplify-interpolation",
  level: "warning",
  check(c) {
    const look = (value: Expression | undefined): void => {
      if (value?.kind !== "string" || value.expressions.length !== 1) return;
      const [inner] = value.expressions;
      if (!inner || value.segments.some((segment) => segment !== "")) return;
      const type = c.checker.typeOf(inner);
      if (type.kind === "string" || type.kind === "string-literal") {
        c.report(value, "Remove unnecessary string interpolation.");
      }
    };
    const { ofKind } = c.model.bindings;
    for (const { value } of ofKind("property")) look(value);
    for (const { value } of ofKind("variable-declaration")) look(value);
    for (const { value } of ofKind("output-declaration")) look(value);
    for (const { defaultValue } of ofKind("parameter-declaration")) look(defaultValue);
  },
};

const simplifyJsonNull: LintRule = {
  code: "simplify-json-null",
  level: "warning",
  check(c) {
    for (const node of systemCalls(c, "json")) {
      const [arg] = node.args;
      if (node.args.length === 1 && arg && plainString(arg)?.trim() === "null") {
        c.report(node, "Simplify json('null') to null");
      }
    }
  },
};

const unquotedMessage =
  "Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.";

const preferUnquoted: LintRule = {
  code: "prefer-unquoted-property-names",
  level: "warning",
  check(c) {
    const isName = (node: Expression): boolean => isIdentifier(plainString(node) ?? "");
    for (const { key } of c.model.bindings.ofKind("property")) {
      if (key.kind === "string" && isName(key)) c.report(key, unquotedMessage);
    }
    for (const { base, index, end } of c.model.bindings.ofKind("index-access")) {
      if (index.kind !== "string" || !isName(index)) continue;
      const open = c.model.source.text.indexOf("[", base.end);
      c.report({ start: open === -1 ? index.start : open, end }, unquotedMessage);
    }
  },
};

const noConflictingMetadata: LintRule = {
  code: "no-conflicting-metadata",
  level: "warning",
  check(c) {
    const { ofKind, parents } = c.model.bindings;
    for (const node of new Set(ofKind("decorator").map((decorator) => parents.get(decorator)))) {
      if (!node || !("decorators" in node)) continue;
      const metadata = findDecorator(node.decorators, "metadata")?.args[0];
      if (metadata?.kind !== "object" || !findDecorator(node.decorators, "description")) continue;
      for (const member of metadata.members) {
        if (member.kind !== "property" || member.key.kind !== "identifier" || member.key.name !== "description")
          continue;
        c.report(
          member.key,
          'The "description" metadata property conflicts with the "description" decorator and will be overwritten.',
        );
      }
    }
  },
};

/** How things are best written. */
export const styleRules: readonly LintRule[] = [
  preferInterpolation,
  simplifyInterpolation,
  simplifyJsonNull,
  preferUnquoted,
  noConflictingMetadata,
];

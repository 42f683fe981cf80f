import { isAssignable, stringType } from "../types/index.ts";
import { isIdentifier } from "../syntax/characters.ts";
import { plainString, type Expression } from "../syntax/index.ts";
import { findDecorator } from "../checker/decorators.ts";
import { visitFile, type LintContext, type LintRule } from "./rule.ts";

/** True for a call of a function of `sys`. */
export function callsSystem(c: LintContext, node: Expression, name: string): boolean {
  const symbol = c.model.bindings.symbols.get(node.kind === "method-call" ? node.base : node);
  const isSystem = symbol?.kind === "built-in" || (symbol?.kind === "namespace" && symbol.name === "sys");
  return isSystem && (node.kind === "call" || node.kind === "method-call") && node.name.name === name;
}

const preferInterpolation: LintRule = {
  code: "prefer-interpolation",
  level: "warning",
  check(c) {
    visitFile(c.model, (node) => {
      if ((node.kind !== "call" && node.kind !== "method-call") || !callsSystem(c, node, "concat")) return;
      const type = c.checker.typeOf(node);
      const isText = type.kind !== "any" && type.kind !== "error" && isAssignable(type, stringType);
      if (node.args.length > 1 && isText) {
        c.report(node, "Use string interpolation instead of the concat function.");
      }
    });
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
    visitFile(c.model, (node) => {
      if (node.kind === "property" || node.kind === "variable-declaration" || node.kind === "output-declaration") {
        look(node.value);
      } else if (node.kind === "parameter-declaration") look(node.defaultValue);
    });
  },
};

const simplifyJsonNull: LintRule = {
  code: "simplify-json-null",
  level: "warning",
  check(c) {
    visitFile(c.model, (node) => {
      if ((node.kind !== "call" && node.kind !== "method-call") || !callsSystem(c, node, "json")) return;
      const [arg] = node.args;
      if (node.args.length === 1 && arg && plainString(arg)?.trim() === "null") {
        c.report(node, "Simplify json('null') to null");
      }
    });
  },
};

const unquotedMessage =
  "Property names that are valid identifiers should be declared without quotation marks and accessed using dot notation.";

const preferUnquoted: LintRule = {
  code: "prefer-unquoted-property-names",
  level: "warning",
  check(c) {
    const isName = (node: Expression): boolean => isIdentifier(plainString(node) ?? "");
    visitFile(c.model, (node) => {
      if (node.kind === "property" && node.key.kind === "string" && isName(node.key)) {
        c.report(node.key, unquotedMessage);
      } else if (node.kind === "index-access" && node.index.kind === "string" && isName(node.index)) {
        const open = c.model.source.text.indexOf("[", node.base.end);
        c.report({ start: open === -1 ? node.index.start : open, end: node.end }, unquotedMessage);
      }
    });
  },
};

const noConflictingMetadata: LintRule = {
  code: "no-conflicting-metadata",
  level: "warning",
  check(c) {
    visitFile(c.model, (node) => {
      if (!("decorators" in node)) return;
      const metadata = findDecorator(node.decorators, "metadata")?.args[0];
      if (metadata?.kind !== "object" || !findDecorator(node.decorators, "description")) return;
      for (const member of metadata.members) {
        if (member.kind !== "property" || member.key.kind !== "identifier" || member.key.name !== "description")
          continue;
        c.report(
          member.key,
          'The "description" metadata property conflicts with the "description" decorator and will be overwritten.',
        );
      }
    });
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

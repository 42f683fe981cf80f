import type { Span } from "@byocni/base/lang";
import { findDecorator } from "../checker/decorators.ts";
import { keyText, type Decorator } from "../syntax/index.ts";
import type { LintContext, LintRule } from "./rule.ts";

interface Described {
  readonly decorators: readonly Decorator[];
  readonly name: string;
  readonly at: Span;
}

function descriptionRule(what: string, code: string, targets: (c: LintContext) => readonly Described[]): LintRule {
  return {
    code,
    level: "off",
    check(c) {
      for (const { decorators, name, at } of targets(c)) {
        const call = findDecorator(decorators, "description");
        const message = `${what} "${name}" must have a non-empty description.`;
        const [arg] = call?.args ?? [];
        if (!call) c.report(at, message);
        else if (arg) {
          const type = c.checker.typeOf(arg);
          if (type.kind === "string-literal" && type.value.trim() === "") c.report(arg, message);
        }
      }
    },
  };
}

function declared(c: LintContext, kind: "parameter" | "variable" | "output" | "type"): readonly Described[] {
  return c.model.declarations.all.flatMap((symbol) => {
    if (symbol.kind !== kind || symbol.node.name.isMissing) return [];
    const { decorators, name } = symbol.node;
    return [{ decorators, name: symbol.name, at: name }];
  });
}

function typeMembers(c: LintContext): readonly Described[] {
  const { ofKind } = c.model.bindings;
  const isInType = (at: Span): boolean => types.some(({ node }) => at.start >= node.start && at.end <= node.end);
  const types = c.model.declarations.all.filter((symbol) => symbol.kind === "type");
  const named = ofKind("type-property").flatMap((node) => {
    const name = keyText(node.key);
    return name === undefined ? [] : [{ decorators: node.decorators, name, at: node.key }];
  });
  const open = ofKind("type-additional").map((node) => {
    const star = c.model.source.text.indexOf("*", node.decorators.at(-1)?.end ?? node.start);
    return { decorators: node.decorators, name: "*", at: { start: star, end: star + 1 } };
  });
  return [...named, ...open].filter(({ at }) => isInType(at));
}

/** What is declared is to be described. */
export const descriptionRules: readonly LintRule[] = [
  descriptionRule("Parameter", "use-description-params", (c) => declared(c, "parameter")),
  descriptionRule("Variable", "use-description-vars", (c) => declared(c, "variable")),
  descriptionRule("Output", "use-description-outputs", (c) => declared(c, "output")),
  descriptionRule("Type", "use-description-types", (c) =>
    declared(c, "type").filter(({ decorators }) => !findDecorator(decorators, "discriminator")),
  ),
  descriptionRule("Type property", "use-description-type-properties", typeMembers),
];

import { findProperty } from "./secrets.ts";
import { findDecorator } from "../checker/decorators.ts";
import type { DeclaredSymbol, ResourceSymbol } from "../symbols/index.ts";
import { propertyNamed, type ObjectNode } from "../syntax/index.ts";
import { visitNodes, type LintContext, type LintRule } from "./rule.ts";

interface Nested {
  readonly symbol: ResourceSymbol;
  readonly properties: ObjectNode;
  readonly isInner: boolean;
}

/** Deployments that are written as resources. */
function deployments(c: LintContext): readonly Nested[] {
  return c.model.declarations.resources.flatMap((symbol) => {
    if (c.model.resources.reference(symbol)?.type.toLowerCase() !== "microsoft.resources/deployments") return [];
    const properties = propertyNamed(symbol.body.object, "properties")?.value;
    if (properties?.kind !== "object") return [];
    const scope = findProperty(properties, ["expressionEvaluationOptions", "scope"]);
    const type = scope && c.checker.typeOf(scope);
    const isInner = type?.kind === "string-literal" && type.value.toLowerCase() === "inner";
    return [{ symbol, properties, isInner }];
  });
}

const templateScoping: LintRule = {
  code: "nested-deployment-template-scoping",
  level: "error",
  check(c) {
    const top = new Set<unknown>(c.model.declarations.all);
    for (const { properties, isInner } of deployments(c)) {
      const template = propertyNamed(properties, "template")?.value;
      if (!template || !isInner) continue;
      visitNodes(c.model, template, (node) => {
        const symbol = c.model.bindings.symbols.get(node);
        if (!symbol || !top.has(symbol)) return;
        c.report(
          node,
          `The symbol "${symbol.name}" is declared in the context of the outer deployment and cannot be accessed by expressions within a nested deployment template that uses inner scoping for expression evaluation.`,
        );
      });
    }
  },
};

const solution =
  "Either set the deployment's properties.expressionEvaluationOptions.scope to 'inner' or use a Bicep module instead.";

const secureParameters: LintRule = {
  code: "secure-params-in-nested-deploy",
  level: "warning",
  check(c) {
    for (const { symbol, properties, isInner } of deployments(c)) {
      if (isInner || propertyNamed(properties, "template")?.value.kind !== "object") continue;
      const secure = new Set<DeclaredSymbol>();
      let list: string | undefined;
      visitNodes(c.model, symbol.node, (node) => {
        const target = c.model.bindings.symbols.get(node.kind === "method-call" ? node.base : node);
        if (node.kind === "variable" && target?.kind === "parameter") {
          if (findDecorator(target.node.decorators, "secure")) secure.add(target);
        } else if ((node.kind === "call" || node.kind === "method-call") && node.name.name.startsWith("list")) {
          const isAzure = target?.kind === "built-in" || target?.kind === "namespace";
          if (isAzure) list ??= c.model.source.text.slice(node.start, node.end);
        }
      });
      const lead = `'${symbol.name}' is an outer scoped nested deployment that`;
      if (secure.size > 0) {
        const names = c.model.declarations.all.filter((one) => secure.has(one)).map(({ name }) => `'${name}'`);
        c.report(
          symbol.node.name,
          `${lead} accesses secure string parameters (${names.join(", ")}), which could expose their values in deployment history. ${solution}`,
        );
      }
      if (list !== undefined) {
        c.report(
          symbol.node.name,
          `${lead} calls a list* function ("${list}"), which could expose sensitive values in deployment history. ${solution}`,
        );
      }
    }
  },
};

/** Deployments within a deployment. */
export const nestedDeploymentRules: readonly LintRule[] = [templateScoping, secureParameters];

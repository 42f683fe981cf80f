import { findDecorator } from "../checker/decorators.ts";
import { plainString, propertyKey, type Expression, type SyntaxNode } from "../syntax/index.ts";
import { everyMember, withoutNull, type Type } from "../types/index.ts";
import { callsSystem } from "./style.ts";
import { visitNodes, type LintContext, type LintRule } from "./rule.ts";

function isSecure(type: Type): boolean {
  const present = withoutNull(type) ?? type;
  return (present.kind === "string" || present.kind === "object") && present.isSecure === true;
}

/** What in an expression may be a secret, with the words that name it. */
function possibleSecrets(
  c: LintContext,
  root: SyntaxNode,
): readonly { readonly at: SyntaxNode; readonly found: string }[] {
  const found: { at: SyntaxNode; found: string }[] = [];
  visitNodes(c.model, root, (node) => {
    if (node.kind === "variable" && isSecure(c.checker.typeOf(node))) {
      found.push({ at: node, found: `secure value '${node.name.name}'` });
    } else if (node.kind === "call" || node.kind === "method-call") {
      const isList = /^list/i.test(node.name.name);
      const owner = node.kind === "method-call" ? c.checker.typeOf(node.base) : undefined;
      const symbol = c.model.bindings.symbols.get(node.kind === "call" ? node : node.base);
      const isAzure = symbol?.kind === "built-in" || symbol?.kind === "namespace" || owner?.kind === "resource";
      if (isList && isAzure) found.push({ at: node, found: `function '${node.name.name}'` });
    } else if (node.kind === "property-access" && isSecure(c.checker.typeOf(node))) {
      const text = c.model.source.text.slice(node.start, node.end);
      found.push({ at: node, found: `secure value '${text}'` });
    }
  });
  return found;
}

const outputsShouldNotContainSecrets: LintRule = {
  code: "outputs-should-not-contain-secrets",
  level: "warning",
  check(c) {
    const lead = "Outputs should not contain secrets. Found possible secret: ";
    for (const { kind, node } of c.model.declarations.all) {
      if (kind !== "output" || findDecorator(node.decorators, "secure")) continue;
      if (/password/i.test(node.name.name)) c.report(node, `${lead}output name '${node.name.name}' suggests a secret`);
      for (const { at, found } of possibleSecrets(c, node.value)) c.report(at, lead + found);
    }
  },
};

const secureParameterDefault: LintRule = {
  code: "secure-parameter-default",
  level: "warning",
  check(c) {
    for (const { kind, node } of c.model.declarations.all) {
      if (kind !== "parameter" || !node.defaultValue || !findDecorator(node.decorators, "secure")) continue;
      const { defaultValue } = node;
      let isHarmless = plainString(defaultValue) === "" || isSecure(c.checker.typeOf(defaultValue));
      if (defaultValue.kind === "object" && defaultValue.members.length === 0) isHarmless = true;
      visitNodes(c.model, defaultValue, (inner) => {
        if ((inner.kind === "call" || inner.kind === "method-call") && callsSystem(c, inner, "newGuid"))
          isHarmless = true;
      });
      if (isHarmless) continue;
      const equals = c.model.source.text.lastIndexOf("=", defaultValue.start);
      c.report(
        { start: Math.max(equals, node.type.end), end: defaultValue.end },
        "Secure parameters should not have hardcoded defaults (except for empty or newGuid()).",
      );
    }
  },
};

const secretName = /password|pwd|secret|accountkey|acctkey/i;
const harmlessName = /secretpermissions|secretversion|secretur[il]|secretname/i;

const secureSecretsInParams: LintRule = {
  code: "secure-secrets-in-params",
  level: "warning",
  check(c) {
    for (const { kind, node } of c.model.declarations.all) {
      if (kind !== "parameter") continue;
      const type = c.checker.declaredType(node);
      const present = withoutNull(type) ?? type;
      if (findDecorator(node.decorators, "secure") || isSecure(type)) continue;
      const isCandidate = everyMember(present, (one) => ["string", "string-literal", "object"].includes(one.kind));
      const { name } = node.name;
      if (!isCandidate || !secretName.test(name) || harmlessName.test(name)) continue;
      c.report(
        node.name,
        `Parameter '${name}' may represent a secret (according to its name) and must be declared with the '@secure()' attribute.`,
      );
    }
  },
};

const adminUserName: LintRule = {
  code: "adminusername-should-not-be-literal",
  level: "warning",
  check(c) {
    for (const { node } of c.model.declarations.resources) {
      visitNodes(c.model, node.value, (inner) => {
        if (inner.kind === "resource-declaration") return false;
        if (inner.kind !== "property" || propertyKey(inner)?.toLowerCase() !== "adminusername") return undefined;
        const type = c.checker.typeOf(inner.value);
        if (type.kind === "string-literal") {
          c.report(
            inner.value,
            `Property 'adminUserName' should not use a literal value. Use a param instead. Found literal string value "${type.value}"`,
          );
        }
        return false;
      });
    }
  },
};

const commandToExecute: LintRule = {
  code: "protect-commandtoexecute-secrets",
  level: "warning",
  check(c) {
    for (const symbol of c.model.declarations.resources) {
      const type = c.model.resources.reference(symbol)?.type.toLowerCase() ?? "";
      if (!type.endsWith("/extensions")) continue;
      const settings = findProperty(symbol.body.object, ["properties", "settings", "commandToExecute"]);
      if (!settings) continue;
      for (const { at, found } of possibleSecrets(c, settings)) {
        c.report(at, `Use protectedSettings for commandToExecute secrets. Found possible secret: ${found}`);
      }
    }
  },
};

/** The value under a path of properties. */
export function findProperty(node: Expression | undefined, path: readonly string[]): Expression | undefined {
  let current = node;
  for (const name of path) {
    if (current?.kind !== "object") return undefined;
    const member = current.members.find((one) => one.kind === "property" && propertyKey(one) === name);
    current = member?.kind === "property" ? member.value : undefined;
  }
  return current;
}

/** Values that should stay unknown. */
export const secretRules: readonly LintRule[] = [
  outputsShouldNotContainSecrets,
  secureParameterDefault,
  secureSecretsInParams,
  adminUserName,
  commandToExecute,
];

import { targetParameters } from "../checker/check-parameters.ts";
import { holdsSecrets } from "../checker/body-types.ts";
import { createRuntimeUses } from "../checker/runtime-uses.ts";
import type { DeclaredSymbol } from "../symbols/index.ts";
import { propertyKey, type ObjectNode } from "../syntax/index.ts";
import { propertyOf, withoutNull, type Type } from "../types/index.ts";
import type { LintContext, LintRule } from "./rule.ts";

function isSecure(type: Type): boolean {
  const open = withoutNull(type) ?? type;
  return (open.kind === "string" || open.kind === "string-literal" || open.kind === "object") && open.isSecure === true;
}

function isPotentiallyInsecure(type: Type): boolean {
  if (type.kind === "error" || type.kind === "null") return false;
  if (type.kind === "string-literal" && type.value === "") return false;
  if (type.kind === "union") return type.members.some(isPotentiallyInsecure);
  return !isSecure(type);
}

const secureValues: LintRule = {
  code: "use-secure-value-for-secure-inputs",
  level: "warning",
  check(c) {
    let uses: ReturnType<typeof createRuntimeUses> | undefined;
    const look = (object: ObjectNode, type: Type): void => {
      const open = withoutNull(type) ?? type;
      if (open.kind !== "object") return;
      for (const member of object.members) {
        const key = member.kind === "property" ? propertyKey(member) : undefined;
        if (member.kind !== "property" || key === undefined) continue;
        const wanted = propertyOf(open.properties, key)?.type() ?? open.additional?.type();
        if (!wanted) continue;
        const { value } = member;
        if (isSecure(wanted)) {
          uses ??= createRuntimeUses(c.checker);
          if (uses.in(value, false).length > 0 || !isPotentiallyInsecure(c.checker.typeOf(value))) continue;
          c.report(value, `Property '${key}' expects a secure value, but the value provided may not be secure.`);
        } else if (value.kind === "object") look(value, wanted);
        else if (value.kind === "array") lookAtItems(value, wanted);
      }
    };
    const lookAtItems = (node: { readonly items: readonly { readonly kind: string }[] }, wanted: Type): void => {
      const open = withoutNull(wanted) ?? wanted;
      if (open.kind !== "array") return;
      for (const item of node.items) if (item.kind === "object") look(item as ObjectNode, open.item());
    };
    for (const symbol of c.model.declarations.resources) {
      const type = symbol.node.isExisting ? undefined : c.checker.resourceType(symbol);
      if (type && symbol.body.object) look(symbol.body.object, type.body);
    }
  },
};

const parametersFile: LintRule = {
  code: "secure-params-in-parameters-file",
  level: "warning",
  check(c) {
    if (c.model.tree.kind !== "parameters") return;
    const declared = targetParameters(c.checker);
    const holds = (name: string): boolean | undefined => {
      const parameter = declared?.get(name);
      return parameter && holdsSecrets(parameter.type());
    };
    for (const symbol of c.model.declarations.all) {
      if (symbol.kind !== "assignment" || holds(symbol.name) !== false) continue;
      const secrets = reached(c, symbol).filter((one) => one.kind === "assignment" && holds(one.name) === true);
      if (secrets.length === 0) continue;
      const names = secrets.map(({ name }) => `'${name}'`).join(", ");
      c.report(
        symbol.node.value,
        `Insecure parameter '${symbol.name}' is assigned a value that references secure parameter(s) ${names}, which could expose their values in deployment history.`,
      );
    }
  },
};

/** So much of a long chain of names is looked at. */
const lookedAt = 1000;

function reached(c: LintContext, symbol: DeclaredSymbol): readonly DeclaredSymbol[] {
  const found = new Set<DeclaredSymbol>();
  const queue = [symbol];
  for (let next = queue.pop(); next && found.size < lookedAt; next = queue.pop()) {
    for (const other of c.model.references.namedBy(next)) {
      if (found.has(other)) continue;
      found.add(other);
      queue.push(other);
    }
  }
  return [...found];
}

/** Secrets are to be handed on as secrets. */
export const secureInputRules: readonly LintRule[] = [secureValues, parametersFile];

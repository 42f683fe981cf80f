import { findDecorator } from "../checker/decorators.ts";
import type { ParameterSymbol } from "../symbols/index.ts";
import { plainString, propertyNamed } from "../syntax/index.ts";
import type { LintContext, LintRule } from "./rule.ts";

const locationName = "_artifactsLocation";
const tokenName = "_artifactsLocationSasToken";
const isNamed = (name: string, wanted: string): boolean => name.toLowerCase() === wanted.toLowerCase();

function checkDeclared(c: LintContext): void {
  const parameters = c.model.declarations.all.filter((symbol) => symbol.kind === "parameter");
  const location = parameters.find(({ name }) => isNamed(name, locationName));
  const token = parameters.find(({ name }) => isNamed(name, tokenName));
  const alone = (one: ParameterSymbol, has: string, lacks: string): void =>
    c.report(one.node.name, `If an '${has}' parameter is provided, an '${lacks}' parameter must also be provided.`);
  if (location && !token) alone(location, locationName, tokenName);
  if (token && !location) alone(token, tokenName, locationName);
  if (!location || !token) return;
  for (const { name, node } of [location, token]) {
    const type = node.type.kind === "type-name" ? node.type.name.name : undefined;
    if (type !== undefined && type !== "string") {
      c.report(node.type, `Artifacts parameter '${name}' must be of type 'string'`);
    }
  }
  if (!findDecorator(token.node.decorators, "secure")) {
    c.report(token.node.type, `Artifacts parameter '${token.name}' must use the @secure() attribute`);
  }
  const place = location.node.defaultValue;
  if (place) {
    const text = c.model.source.text.slice(place.start, place.end);
    const isLink = plainString(place)?.startsWith("http") === true || /deployment\(.*\.templatelink/i.test(text);
    if (!isLink) {
      c.report(
        place,
        `If the '${locationName}' parameter has a default value, it must be a raw URL or an expression like 'deployment().properties.templateLink.uri'.`,
      );
    }
  }
  const secret = token.node.defaultValue;
  if (secret && plainString(secret) !== "") {
    c.report(secret, `If the '${tokenName}' parameter has a default value, it must be an empty string.`);
  }
}

function checkModules(c: LintContext): void {
  for (const symbol of c.model.declarations.all) {
    if (symbol.kind !== "module") continue;
    const target = c.model.program.target(c.model, symbol.node.path);
    if (target.kind !== "bicep") continue;
    const given = propertyNamed(symbol.body.object, "params")?.value;
    for (const { kind, name } of target.model.declarations.all) {
      if (kind !== "parameter" || !(isNamed(name, locationName) || isNamed(name, tokenName))) continue;
      if (given?.kind === "object" && propertyNamed(given, name)) continue;
      c.report(
        symbol.node.name,
        `Parameter '${name}' of module '${symbol.name}' should be assigned an explicit value.`,
      );
    }
  }
}

/** Parameters that tell where the artifacts of a template lie. */
export const artifactRules: readonly LintRule[] = [
  {
    code: "artifacts-parameters",
    level: "warning",
    check(c) {
      checkDeclared(c);
      checkModules(c);
    },
  },
];

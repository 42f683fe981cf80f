import { plainString, propertyKey, propertyNamed, type Expression } from "../syntax/index.ts";
import { findProperty } from "./secrets.ts";
import type { LintRule } from "./rule.ts";

const renaming = "Consider renaming it and removing the suffix (using the editor's rename functionality).";

const decompilerCleanup: LintRule = {
  code: "decompiler-cleanup",
  level: "warning",
  check(c) {
    const { resources, declarations } = c.model;
    for (const symbol of declarations.resources) {
      const name = resources.nameNode(symbol);
      if (name?.kind !== "string" || !/[a-zA-Z0-9]+_resource$/.test(symbol.name)) continue;
      if (resources.extensionOf(symbol) !== undefined) continue;
      c.report(
        name,
        `The symbolic name of resource '${symbol.name}' appears to have originated from a naming conflict during a decompilation from JSON. ${renaming}`,
      );
    }
    for (const symbol of declarations.all) {
      if (symbol.kind !== "variable" || !/[a-zA-Z0-9]+_var$/.test(symbol.name)) continue;
      c.report(
        symbol.node.name,
        `The name of variable '${symbol.name}' appears to have originated from a naming conflict during a decompilation from JSON. ${renaming}`,
      );
    }
  },
};

const noModuleName: LintRule = {
  code: "no-module-name",
  level: "off",
  check(c) {
    for (const symbol of c.model.declarations.all) {
      const property = symbol.kind === "module" ? propertyNamed(symbol.body.object, "name") : undefined;
      if (!property) continue;
      c.report(
        property,
        "Avoid specifying an explicit module name. This simplifies code, and avoids the risk of accidental module name re-use within a deployment.",
      );
    }
  },
};

function isWritten(node: Expression): boolean {
  switch (node.kind) {
    case "string":
      return node.expressions.length === 0;
    case "integer":
    case "boolean":
    case "null":
      return true;
    case "unary":
      return isWritten(node.operand);
    case "parenthesized":
      return isWritten(node.expression);
    case "array":
      return node.items.every((item) => item.kind !== "spread" && isWritten(item));
    case "object":
      return node.members.every((member) => member.kind !== "property" || isWritten(member.value));
    default:
      return false;
  }
}

const noHardcodedOutputs: LintRule = {
  code: "no-hardcoded-outputs",
  level: "off",
  check(c) {
    for (const symbol of c.model.declarations.all) {
      if (symbol.kind !== "output" || !isWritten(symbol.node.value)) continue;
      c.report(
        symbol.node.value,
        `Output '${symbol.name}' uses a hard-coded value. Use an exported variable for constants that need to be imported by other files.`,
      );
    }
  },
};

/** `11.0` and its like as numbers; undefined when it is no version. */
function versionOf(text: string | undefined): readonly number[] | undefined {
  return text !== undefined && /^\d+(\.\d+){1,3}$/.test(text) ? text.split(".").map(Number) : undefined;
}

function isOlder(version: readonly number[], than: readonly number[]): boolean {
  for (let at = 0; at < Math.max(version.length, than.length); at++) {
    const difference = (version[at] ?? -1) - (than[at] ?? -1);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

const recentPowerShell: LintRule = {
  code: "use-recent-az-powershell-version",
  level: "warning",
  check(c) {
    const wanted = c.options["minimumVersion"];
    const text = typeof wanted === "string" ? wanted : "11.0";
    const minimum = versionOf(text);
    if (!minimum) {
      c.report({ start: 0, end: 0 }, `Configuration value for "minimumVersion" is not valid: ${text}`);
      return;
    }
    for (const symbol of c.model.declarations.resources) {
      if (plainString(symbol.node.type)?.includes("Microsoft.Resources/deploymentScripts") !== true) continue;
      const { object } = symbol.body;
      const kind = object?.members.find((one) => one.kind === "property" && propertyKey(one)?.toLowerCase() === "kind");
      const isPowerShell = kind?.kind === "property" && plainString(kind.value)?.toLowerCase() === "azurepowershell";
      const version = plainString(findProperty(object, ["properties", "azPowerShellVersion"]));
      const given = versionOf(version);
      if (!isPowerShell || !given || !isOlder(given, minimum)) continue;
      c.report(
        symbol.node,
        `Deployment script is using AzPowerShell version '${version}' which is below the recommended minimum version '${text}'. Consider upgrading to version 11.0 or higher to avoid EOL Ubuntu 20.04 LTS.`,
      );
    }
  },
};

/** What declarations are called and made of. */
export const declarationRules: readonly LintRule[] = [
  decompilerCleanup,
  noModuleName,
  noHardcodedOutputs,
  recentPowerShell,
];

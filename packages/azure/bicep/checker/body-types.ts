import type { ArmFile } from "../files/arm-file.ts";
import { isJsonObject } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import type { ModuleSymbol } from "../symbols/index.ts";
import {
  objectOf,
  objectType,
  stringLiteral,
  stringType,
  unionOf,
  type ModuleType,
  type PropertyType,
  type Type,
} from "../types/index.ts";
import { armType } from "./arm-types.ts";
import type { Checker } from "./checker.ts";
import { dependenciesType, scopesType } from "./placement.ts";
import { moduleScopes } from "./check-scopes.ts";

export { identityProperties } from "./resource-body.ts";

function property(name: string, type: Type, rest: Omit<PropertyType, "name" | "type"> = {}): PropertyType {
  return { name, type: () => type, ...rest };
}

/** The identity under which a module is deployed. */
const moduleIdentity = objectOf("identity", [
  property("type", unionOf([stringLiteral("None"), stringLiteral("UserAssigned")]), { isRequired: true }),
  property("userAssignedIdentities", objectType),
]);

/** What a module takes and gives. */
export interface ModuleContract {
  readonly parameters: readonly PropertyType[];
  readonly outputs: readonly PropertyType[];
  readonly secureOutputs: ReadonlySet<string>;
}

function isSecure(type: Type): boolean {
  switch (type.kind) {
    case "string":
    case "string-literal":
      return type.isSecure === true;
    case "object":
      if (type.isSecure) return true;
      return [...type.properties.values()].some((one) => isSecureShallow(one.type()));
    case "union":
      return type.members.some(isSecure);
    case "array":
      return !type.isUntyped && isSecureShallow(type.item());
    case "tuple":
      return type.items.some((item) => isSecureShallow(item()));
    default:
      return false;
  }
}

/** Secrets are looked for two levels deep, so that recursive types end. */
function isSecureShallow(type: Type): boolean {
  if (type.kind === "string" || type.kind === "string-literal") return type.isSecure === true;
  if (type.kind === "object") {
    if (type.isSecure) return true;
    return [...type.properties.values()].some((one) => {
      const inner = one.type();
      return (inner.kind === "string" || inner.kind === "object") && inner.isSecure === true;
    });
  }
  return type.kind === "union" && type.members.some(isSecureShallow);
}

/** True for outputs that must be read in the way of secrets. */
export function holdsSecrets(type: Type): boolean {
  return isSecure(type);
}

export function bicepContract(other: Checker, model: FileModel): ModuleContract {
  const parameters: PropertyType[] = [];
  const outputs: PropertyType[] = [];
  const secureOutputs = new Set<string>();
  for (const symbol of model.declarations.all) {
    if (symbol.kind === "parameter") {
      const type = (): Type => other.symbolType(symbol);
      const isOptional = symbol.node.defaultValue !== undefined || symbol.node.type.kind === "nullable-type";
      parameters.push({ name: symbol.name, type, isRequired: !isOptional, allowsNull: isOptional, isWriteOnly: true });
    } else if (symbol.kind === "output") {
      const type = other.declaredType(symbol.node);
      if (isSecure(type)) secureOutputs.add(symbol.name);
      outputs.push({ name: symbol.name, type: () => type, isReadOnly: true, isRequired: true });
    }
  }
  return { parameters, outputs, secureOutputs };
}

export function armContract(file: ArmFile): ModuleContract {
  const members = (key: string): readonly (readonly [string, unknown])[] => {
    const value = file.template[key];
    return isJsonObject(value) ? Object.entries(value) : [];
  };
  const secureOutputs = new Set<string>();
  const parameters = members("parameters").map(([name, value]): PropertyType => {
    const isOptional = isJsonObject(value) && (value["defaultValue"] !== undefined || value["nullable"] === true);
    return {
      name,
      type: () => armType(file, value),
      isRequired: !isOptional,
      allowsNull: isOptional,
      isWriteOnly: true,
    };
  });
  const outputs = members("outputs").map(([name, value]): PropertyType => {
    const type = armType(file, value);
    if (isSecure(type)) secureOutputs.add(name);
    return { name, type: () => type, isReadOnly: true, isRequired: true };
  });
  return { parameters, outputs, secureOutputs };
}

/** The type of a module: its name, parameters and outputs. */
export function computeModuleType(c: Checker, symbol: ModuleSymbol): ModuleType | undefined {
  const target = c.model.program.target(c.model, symbol.node.path);
  if (target.kind === "problem") return undefined;
  const contract =
    target.kind === "bicep" ? bicepContract(c.checkerOf(target.model), target.model) : armContract(target.file);
  const needsParameters = contract.parameters.some((one) => one.isRequired);
  const outputs = objectOf("outputs", contract.outputs);
  const place = { isWriteOnly: true, disallowsAny: true };
  const scopes = moduleScopes(c, symbol);
  const body = objectOf("module", [
    property("name", { ...stringType, minLength: 1, maxLength: 64 }, { isDeployTimeConstant: true }),
    property("params", objectOf("params", contract.parameters), { isRequired: needsParameters, isWriteOnly: true }),
    property("outputs", outputs, { isReadOnly: true }),
    property("scope", scopesType(scopes), { ...place, isRequired: !scopes.includes(c.model.targetScope) }),
    property("dependsOn", dependenciesType, place),
    property("identity", moduleIdentity, { isDeployTimeConstant: true }),
    ...(c.model.configuration.features.moduleExtensionConfigs
      ? [property("extensionConfigs", objectType, { isWriteOnly: true })]
      : []),
  ]);
  return { kind: "module", body, secureOutputs: contract.secureOutputs };
}

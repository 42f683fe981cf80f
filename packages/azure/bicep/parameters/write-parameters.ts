import type { Checker } from "../checker/checker.ts";
import { armToText, call, someCall, text, type Arm, type ArmCall } from "../emit/arm.ts";
import { inheritedParameters } from "../emit/names.ts";
import { writeDeclarations } from "../emit/template.ts";
import { copyToJson, EmitFailure, jsonToValue, toArm, toJson, type Value } from "../emit/value.ts";
import { isJsonObject, setMember, type Json } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import { forEachChild, propertyKey, type Expression, type SyntaxNode } from "../syntax/index.ts";
import type { Evaluated, TemplateEvaluator } from "./evaluator.ts";
import { createExternalInputs, isExternalInput } from "./external-inputs.ts";

/** The parameters of one file as a parameters file in JSON has them, by name: `{value}`, `{reference}` or `{expression}`. */
export interface FileParameters {
  readonly parameters: ReadonlyMap<string, Json>;
  readonly externalInputDefinitions: Json | undefined;
  /** What extensions are configured with, by alias and property: `{value}` or `{keyVaultReference}`. */
  readonly extensionConfigs: ReadonlyMap<string, Readonly<Record<string, Json>>>;
  /** What follows `using … with`, as `{expression}`. */
  readonly usingConfig: Json | undefined;
  readonly problems: readonly { readonly node: Expression; readonly name: string; readonly message: string }[];
}

/** A value to work out: of a parameter, or of a property of an extension's configuration. */
interface Slot {
  /** The variable that holds it while it is worked out; for a parameter its name. */
  readonly variable: string;
  readonly node: Expression;
  readonly extension?: { readonly alias: string; readonly property: string };
}

/** Evaluates what a parameters file assigns. `inherited` are the parameters of the file that it extends. */
export function writeParameters(
  model: FileModel,
  checkerOf: (model: FileModel) => Checker,
  evaluate: TemplateEvaluator,
  inherited: ReadonlyMap<string, Json>,
): FileParameters {
  const { converter, sections } = writeDeclarations(model, checkerOf);
  const slots = findSlots(model);
  const inputs = createExternalInputs();
  noteInputs(model, (call) => inputs.note(toArm(converter.convert(call))));

  const values = new Map(slots.map((slot) => [slot, convertAssigned(slot.node, converter.convert)]));
  const usingNode = usingConfigOf(model);
  const usingArm = usingNode && toArm(converter.convert(usingNode));
  const { plain, loops } = splitVariables(sections["variables"]);
  setMember(plain, inheritedParameters, plainValues(inherited));
  const wanted: string[] = [];
  /** Has an expression evaluated along with everything else; the answer is found under the name. */
  const pieces = new Map<string, string>();
  const ask = (arm: Arm): string => {
    const written = armToText(arm);
    const name = pieces.get(written) ?? `$${pieces.size}`;
    if (!pieces.has(written)) {
      pieces.set(written, name);
      wanted.push(name);
      setMember(plain, name, written);
    }
    return name;
  };
  const external = new Map<Slot, Arm>();
  for (const [slot, value] of values) {
    if (value.kind === "secret") continue;
    const arm = value.value.kind === "loop" ? undefined : toArm(value.value);
    if (arm && someCall(arm, isExternalInput)) external.set(slot, arm);
    else if (value.value.kind === "loop") loops.push(copyToJson(slot.variable, value.value.source, value.value.body));
    else setMember(plain, slot.variable, toJson(value.value));
    if (!external.has(slot)) wanted.push(slot.variable);
  }
  const open = [...external.values(), ...[...values.values()].flatMap(secretParts), ...(usingArm ? [usingArm] : [])];
  for (const arm of open) {
    fold(arm, (piece) => {
      ask(piece);
      return piece;
    });
  }
  const configs = new Map<string, string>();
  inputs.definitions((config) => {
    configs.set(armToText(config), ask(config));
    return null;
  });

  const variables: Record<string, Json> = loops.length > 0 ? { copy: loops } : {};
  for (const [name, value] of Object.entries(plain)) setMember(variables, name, value);
  const template = {
    $schema: "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
    languageVersion: "2.0",
    contentVersion: "1.0.0.0",
    ...sections,
    variables,
    resources: {},
  };
  const answers = evaluate(template, wanted);
  const answered = (arm: Arm): Evaluated => answers.get(pieces.get(armToText(arm)) ?? "") ?? { problem: "" };
  const literal = (arm: Arm): Arm => {
    const answer = answered(arm);
    return "value" in answer ? toArm(jsonToValue(answer.value)) : arm;
  };
  const finish = (arm: Arm): Arm => inputs.rewrite(fold(arm, literal));

  const parameters = new Map<string, Json>();
  const extensionConfigs = new Map<string, Record<string, Json>>();
  for (const symbol of model.declarations.all)
    if (symbol.kind === "extension-config") extensionConfigs.set(symbol.name, {});
  const problems: { node: Expression; name: string; message: string }[] = [];
  for (const [slot, value] of values) {
    const { variable, extension } = slot;
    const place = (json: Json): void => {
      if (!extension) parameters.set(variable, json);
      else setMember(extensionConfigs.get(extension.alias) ?? {}, extension.property, json);
    };
    const arm = external.get(slot);
    if (value.kind === "secret") {
      place({ [extension ? "keyVaultReference" : "reference"]: secretReference(value.call, finish) });
    } else if (arm) place({ expression: armToText(finish(arm)) });
    else {
      const answer = answers.get(variable) ?? { problem: "" };
      if ("value" in answer) place({ value: answer.value });
      else problems.push({ node: slot.node, name: extension?.property ?? variable, message: answer.problem });
    }
  }
  const externalInputDefinitions = inputs.definitions((config) => {
    const answer = answers.get(configs.get(armToText(config)) ?? "");
    return answer && "value" in answer ? answer.value : null;
  });
  const usingConfig = usingArm && { expression: armToText(finish(usingArm)) };
  return { parameters, externalInputDefinitions, extensionConfigs, usingConfig, problems };
}

/** Everything in a file that has a value: parameters, and configurations of extensions property by property. */
function findSlots(model: FileModel): readonly Slot[] {
  return model.declarations.all.flatMap((symbol): readonly Slot[] => {
    if (symbol.kind === "assignment") return [{ variable: symbol.name, node: symbol.node.value }];
    if (symbol.kind !== "extension-config" || symbol.node.config.kind !== "object") return [];
    return symbol.node.config.members.flatMap((member) => {
      const property = member.kind === "property" ? propertyKey(member) : undefined;
      if (member.kind !== "property" || property === undefined) return [];
      // No name of Bicep is written so.
      const variable = `$${symbol.name}.${property}`;
      return [{ variable, node: member.value, extension: { alias: symbol.name, property } }];
    });
  });
}

function usingConfigOf(model: FileModel): Expression | undefined {
  for (const statement of model.tree.statements) {
    if (statement.kind === "using-declaration" && statement.config?.kind === "object") return statement.config;
  }
  return undefined;
}

type Assigned = { readonly kind: "secret"; readonly call: ArmCall } | { readonly kind: "value"; readonly value: Value };

/** The value of an assignment; a secret of a key vault can only be the whole value. */
function convertAssigned(node: Expression, convert: (node: Expression) => Value): Assigned {
  const value = convert(node);
  if (value.kind !== "arm" || !someCall(value.arm, isSecret)) return { kind: "value", value };
  if (value.arm.kind === "call" && isSecret(value.arm)) return { kind: "secret", call: value.arm };
  throw new EmitFailure('The function "getSecret" inside of an expression');
}

function isSecret(one: ArmCall): boolean {
  return one.name === "getSecret";
}

/** The id of the vault, the name of the secret, and its version where there is one. */
function secretParts(assigned: Assigned): readonly Arm[] {
  if (assigned.kind !== "secret") return [];
  const [subscription, group, vault, ...rest] = assigned.call.args;
  if (!subscription || !group || !vault) return rest;
  return [call("resourceId", subscription, group, text("Microsoft.KeyVault"), text("vaults"), vault), ...rest];
}

function secretReference(secret: ArmCall, finish: (arm: Arm) => Arm): Json {
  const [id, name, version] = secretParts({ kind: "secret", call: secret });
  const written = (arm: Arm | undefined): Json => {
    if (!arm) return null;
    const finished = finish(arm);
    if (finished.kind !== "call" || finished.name !== "resourceId") return armToText(finished);
    const parts = finished.args.flatMap((part) => (part.kind === "text" ? [part.value] : []));
    const [subscription, group, namespace, type, vault] = parts;
    if (parts.length < finished.args.length) return armToText(finished);
    return `/subscriptions/${subscription}/resourceGroups/${group}/providers/${namespace}/${type}/${vault}`;
  };
  const reference: Record<string, Json> = { keyVault: { id: written(id) }, secretName: written(name) };
  if (version) reference["secretVersion"] = written(version);
  return reference;
}

/** Replaces what is known beforehand (variables, calls of the file's functions) in an expression that is not. */
function fold(arm: Arm, known: (arm: Arm) => Arm): Arm {
  if (arm.kind !== "call") return arm;
  const isNamed = arm.name === "variables" || arm.name.includes(".");
  const isOpen = (one: ArmCall): boolean => isExternalInput(one) || one.name === "lambdaVariables";
  if (isNamed && !someCall(arm, isOpen)) return known(arm);
  const inner = (part: Arm): Arm => fold(part, known);
  return { ...arm, args: arm.args.map(inner), properties: arm.properties.map(inner) };
}

/** Calls `visit` with every call in the file that asks for an external input: those of parameters first. */
function noteInputs(model: FileModel, visit: (call: Expression) => void): void {
  const names = new Set(["externalInput", "readCliArg", "readEnvVar"]);
  const walk = (node: SyntaxNode): void => {
    const isInput = (node.kind === "call" || node.kind === "method-call") && names.has(node.name.name);
    if (isInput) visit(node);
    else forEachChild(node, walk);
  };
  const { statements } = model.tree;
  for (const kind of ["parameter-assignment", "variable-declaration"] as const) {
    for (const statement of statements) if (statement.kind === kind) walk(statement.value);
  }
  for (const statement of statements) {
    if ((statement.kind === "using-declaration" || statement.kind === "extension-config") && statement.config) {
      walk(statement.config);
    }
  }
}

function splitVariables(section: Json | undefined): { readonly plain: Record<string, Json>; readonly loops: Json[] } {
  if (!isJsonObject(section)) return { plain: {}, loops: [] };
  const { copy, ...plain } = section;
  return { plain: plain as Record<string, Json>, loops: Array.isArray(copy) ? [...copy] : [] };
}

function plainValues(parameters: ReadonlyMap<string, Json>): Json {
  const result: Record<string, Json> = {};
  for (const [name, parameter] of parameters) {
    if (isJsonObject(parameter) && parameter["value"] !== undefined) setMember(result, name, parameter["value"]);
  }
  return result;
}

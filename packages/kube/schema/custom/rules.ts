import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { FieldError, FieldErrorType } from "../errors/field-error.ts";
import type { ValidationRule } from "../model/apiextensions-v1.gen.ts";
import type { CompiledRule, RuleEngine } from "./rule-engine.ts";
import { ruleValue } from "./rule-value.ts";
import { additionalOf, itemsOf } from "./schema-props.ts";
import type { SchemaProps } from "./schema-props.ts";
import { oldItems } from "./validate-value.ts";

interface Rule {
  readonly source: ValidationRule;
  readonly test: CompiledRule;
  readonly message: CompiledRule | undefined;
  /** Compares with the value before: only asked on updates. */
  readonly transition: boolean;
}

/** The part of a schema that carries rules. */
interface RuleNode {
  readonly schema: SchemaProps;
  readonly rules: readonly Rule[];
  readonly properties: ReadonlyMap<string, RuleNode>;
  readonly items: RuleNode | undefined;
  readonly additional: RuleNode | undefined;
}

/** The compiled rules of one schema. */
export interface RuleSet {
  /** Rules that the engine cannot read, with their places: not evaluated. */
  readonly unread: readonly string[];
  /** Asks every rule of an object that is otherwise valid; what did not change is not asked again. */
  validate(value: unknown, old: unknown, errors: FieldError[]): void;
}

/** Places of rules in a schema (`spec.ports[*]`), whether or not they can be evaluated. */
export function placesOfRules(schema: SchemaProps, path = ""): string[] {
  const found = (schema["x-kubernetes-validations"] ?? []).length > 0 ? [path] : [];
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    found.push(...placesOfRules(inner, path === "" ? key : `${path}.${key}`));
  const items = itemsOf(schema);
  if (items) found.push(...placesOfRules(items, `${path}[*]`));
  const additional = additionalOf(schema);
  if (additional !== undefined && additional !== true) found.push(...placesOfRules(additional, `${path}[*]`));
  return found;
}

/** Compiles every rule of a schema. */
export function compileRules(schema: SchemaProps, engine: RuleEngine): RuleSet {
  const unread: string[] = [];

  function compile(source: ValidationRule, path: string): Rule[] {
    // Optional old values have another type than the ones that rules usually see.
    const test = source.optionalOldSelf === true ? undefined : engine.compile(source.rule);
    if (!test) {
      unread.push(`${path === "" ? "the root" : path}: rule ${JSON.stringify(source.rule.trim())} is not evaluated`);
      return [];
    }
    const message = source.messageExpression ? engine.compile(source.messageExpression) : undefined;
    return [{ source, test, message, transition: /\boldSelf\b/.test(source.rule) }];
  }

  function node(inner: SchemaProps, path: string): RuleNode | undefined {
    const rules = (inner["x-kubernetes-validations"] ?? []).flatMap((source) => compile(source, path));
    const properties = new Map<string, RuleNode>();
    for (const [key, property] of Object.entries(inner.properties ?? {})) {
      const made = node(property, path === "" ? key : `${path}.${key}`);
      if (made) properties.set(key, made);
    }
    const itemSchema = itemsOf(inner);
    const items = itemSchema && node(itemSchema, `${path}[*]`);
    const additionalSchema = additionalOf(inner);
    const additional =
      additionalSchema === undefined || additionalSchema === true ? undefined : node(additionalSchema, `${path}[*]`);
    if (rules.length === 0 && properties.size === 0 && !items && !additional) return undefined;
    return { schema: inner, rules, properties, items, additional };
  }

  const root = node(schema, "");
  return {
    unread,
    validate(value, old, errors) {
      if (root) ask(root, value, old, "", errors);
    },
  };
}

function ask(node: RuleNode, value: unknown, old: unknown, path: string, errors: FieldError[]): void {
  if (value === undefined || value === null) return;
  if (old !== undefined && jsonEqual(value, old)) return;
  if (node.rules.length > 0) {
    const self = ruleValue(node.schema, value);
    const before = old === undefined || old === null ? undefined : ruleValue(node.schema, old);
    for (const rule of node.rules)
      if (!rule.transition || before !== undefined) askRule(rule, node.schema, self, before, path, errors);
  }
  if (Array.isArray(value)) {
    if (!node.items) return;
    const oldItem = oldItems(node.schema, old);
    for (const [index, item] of value.entries()) ask(node.items, item, oldItem(item), `${path}[${index}]`, errors);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      const inner =
        node.properties.get(key) ??
        (node.schema.properties && Object.hasOwn(node.schema.properties, key) ? undefined : node.additional);
      if (inner)
        ask(
          inner,
          item,
          isJsonObject(old) && Object.hasOwn(old, key) ? old[key] : undefined,
          path === "" ? key : `${path}.${key}`,
          errors,
        );
    }
  }
}

const reasons: Readonly<Record<string, FieldErrorType>> = {
  FieldValueInvalid: "Invalid",
  FieldValueForbidden: "Forbidden",
  FieldValueRequired: "Required",
  FieldValueDuplicate: "Duplicate",
};

function askRule(
  rule: Rule,
  schema: SchemaProps,
  self: unknown,
  old: unknown,
  path: string,
  errors: FieldError[],
): void {
  const { source } = rule;
  const field = `${path}${source.fieldPath ?? ""}`.replace(/^\./, "");
  const shown = schema.type ?? "";
  const said =
    source.message === undefined || source.message === "" ? `failed rule: ${source.rule.trim()}` : source.message;
  try {
    if (rule.test(self, old) === true) return;
  } catch (error) {
    const problem = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
    errors.push({
      type: "Invalid",
      field,
      value: shown,
      detail: `${problem.charAt(0).toLowerCase()}${problem.slice(1)} evaluating rule: ${said}`,
    });
    return;
  }
  errors.push({
    type: reasons[source.reason ?? ""] ?? "Invalid",
    field,
    value: shown,
    detail: expressed(rule, self, old) ?? said,
  });
}

/** The text of `messageExpression`; undefined when there is none, or it gives nothing that can be shown. */
function expressed(rule: Rule, self: unknown, old: unknown): string | undefined {
  try {
    const text = rule.message?.(self, old);
    return typeof text === "string" && text.trim() !== "" && !text.includes("\n") ? text : undefined;
  } catch {
    return undefined; // the rule's own message is shown instead
  }
}

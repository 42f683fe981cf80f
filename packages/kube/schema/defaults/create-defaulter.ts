import type { Field, TypeRef, TypeTable } from "../types/type-table.ts";
import { coreDefaults } from "./core-defaults.ts";
import type { Draft } from "./draft.ts";
import { policyDefaults } from "./policy-defaults.ts";
import type { DefaultRule, DefaultRules } from "./rules.ts";
import { workloadDefaults } from "./workload-defaults.ts";

const allRules: DefaultRules = { ...coreDefaults, ...workloadDefaults, ...policyDefaults };

/** What defaulting does in one struct. */
interface Plan {
  readonly rule: DefaultRule | undefined;
  /** Defaults that the type itself declares. */
  readonly declared: readonly (readonly [string, string | number | boolean])[];
  /** Fields that hold structs, by name. */
  readonly inner: ReadonlyMap<string, TypeRef>;
}

export interface Defaulter {
  /**
   * Fills `draft` in place, parents before what is inside them.
   * @param filled an object that has been filled before: members that `draft` shares with it are left alone. A rule of
   *   the type itself may look into them, but finds nothing to do there, since every rule is at rest after one pass.
   */
  fill(typeName: string, draft: Draft, filled?: Draft): void;
}

/** Builds the defaulter over the type table; only types that the object at hand uses are looked at. */
export function createDefaulter(table: TypeTable): Defaulter {
  const plans = new Map<string, Plan>();

  function planOf(name: string): Plan {
    let plan = plans.get(name);
    if (!plan) {
      const fields = [...table.get(name).fields.values()];
      plan = {
        rule: Object.hasOwn(allRules, name) ? allRules[name] : undefined,
        declared: fields.filter(isDeclared).map((field) => [field.name, field.default ?? ""]),
        inner: new Map(fields.filter((field) => holdsStructs(field.type)).map((field) => [field.name, field.type])),
      };
      plans.set(name, plan);
    }
    return plan;
  }

  function fill(name: string, draft: Draft, filled?: Draft): void {
    const plan = planOf(name);
    plan.rule?.(draft);
    for (const [key, value] of plan.declared) if (draft[key] === undefined || draft[key] === "") draft[key] = value;
    for (const key of Object.keys(draft)) {
      const type = plan.inner.get(key);
      if (type && (filled === undefined || draft[key] !== filled[key])) walk(type, draft[key]);
    }
  }

  function walk(type: TypeRef, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if (type.kind === "struct") fill(type.name, value as Draft);
    else if (type.kind !== "scalar") for (const item of Object.values(value)) walk(type.of, item);
  }

  return { fill };
}

function holdsStructs(type: TypeRef): boolean {
  return type.kind === "struct" || (type.kind !== "scalar" && holdsStructs(type.of));
}

/** A declared default that is the zero value of a plain field changes nothing. */
function isDeclared(field: Field): boolean {
  return field.default !== undefined && field.default !== "" && field.default !== 0 && field.default !== false;
}

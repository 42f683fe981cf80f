import type { Field, TypeRef, TypeTable } from "../types/type-table.ts";
import { coreDefaults } from "./core-defaults.ts";
import type { Draft } from "./draft.ts";
import { policyDefaults } from "./policy-defaults.ts";
import type { DefaultRule, DefaultRules } from "./rules.ts";
import { workloadDefaults } from "./workload-defaults.ts";

const allRules: DefaultRules = { ...coreDefaults, ...workloadDefaults, ...policyDefaults };

/** What defaulting has to look at in one struct. */
interface Plan {
  readonly rule: DefaultRule | undefined;
  /** Defaults that the type itself declares. */
  readonly declared: readonly (readonly [string, string | number | boolean])[];
  /** Fields below which there is anything to fill. */
  readonly visit: readonly { readonly name: string; readonly type: TypeRef }[];
}

export interface Defaulter {
  /** Fills `draft` in place, parents before what is inside them. */
  fill(typeName: string, draft: Draft): void;
}

/** Builds the defaulter over the type table; types without any default below them are never walked. */
export function createDefaulter(table: TypeTable): Defaulter {
  const plans = new Map<string, Plan>();
  const wanted = new Map<string, boolean>();

  /** True when the struct, or anything below it, has defaults. */
  function needed(name: string): boolean {
    const known = wanted.get(name);
    if (known !== undefined) return known;
    // A type that contains itself must not loop; what it gains from itself it has already.
    wanted.set(name, false);
    const fields = [...table.get(name).fields.values()];
    const result =
      Object.hasOwn(allRules, name) ||
      fields.some((field) => isDeclared(field)) ||
      fields.some((field) => inside(field.type));
    wanted.set(name, result);
    return result;
  }

  function inside(type: TypeRef): boolean {
    if (type.kind === "struct") return needed(type.name);
    return type.kind !== "scalar" && inside(type.of);
  }

  function planOf(name: string): Plan {
    let plan = plans.get(name);
    if (!plan) {
      const fields = [...table.get(name).fields.values()];
      plan = {
        rule: Object.hasOwn(allRules, name) ? allRules[name] : undefined,
        declared: fields.filter(isDeclared).map((field) => [field.name, field.default ?? ""]),
        visit: fields.filter((field) => inside(field.type)).map(({ name: field, type }) => ({ name: field, type })),
      };
      plans.set(name, plan);
    }
    return plan;
  }

  function fill(name: string, draft: Draft): void {
    const plan = planOf(name);
    plan.rule?.(draft);
    for (const [key, value] of plan.declared) if (draft[key] === undefined || draft[key] === "") draft[key] = value;
    for (const { name: key, type } of plan.visit) if (draft[key] !== undefined) walk(type, draft[key]);
  }

  function walk(type: TypeRef, value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    if (type.kind === "struct") fill(type.name, value as Draft);
    else if (type.kind !== "scalar") for (const item of Object.values(value)) walk(type.of, item);
  }

  return {
    fill,
  };
}

/** A declared default that is the zero value of a plain field changes nothing. */
function isDeclared(field: Field): boolean {
  return field.default !== undefined && field.default !== "" && field.default !== 0 && field.default !== false;
}

import type { Type } from "../types/index.ts";

export interface FunctionParameter {
  readonly name: string;
  readonly type: Type;
}

/** One way to call a function. */
export interface FunctionOverload {
  readonly required: readonly FunctionParameter[];
  readonly optional?: readonly FunctionParameter[];
  /** Any number of further arguments, `minimum` at least. */
  readonly variadic?: FunctionParameter & { readonly minimum: number };
  /** The type of the result, from the types of the arguments where it depends on them. */
  readonly result: Type | ((args: readonly Type[]) => Type);
}

/** Where a function may be used, and what a call of it means to the emitter. */
export interface BuiltInFunction {
  readonly name: string;
  readonly namespace: "sys" | "az";
  readonly overloads: readonly FunctionOverload[];
  /** Needs the running deployment: a variable that calls it must be written out where it is used. */
  readonly requiresInlining?: boolean;
  /** Only in default values of parameters. */
  readonly isParameterDefaultOnly?: boolean;
  /** The compiler itself computes the result. */
  readonly isCompileTime?: boolean;
  /** `variable`: the result is always put into a variable of its own; `indirect`: unless it is a variable's whole value. */
  readonly hoisting?: "always" | "indirect";
  /** Only in parameters files. */
  readonly isParametersFileOnly?: boolean;
  readonly isTemplateOnly?: boolean;
  /** Only for files of these scopes, by number of arguments; absent: everywhere. */
  readonly scopes?: (argumentCount: number) => readonly string[];
}

export function parameter(name: string, type: Type): FunctionParameter {
  return { name, type };
}

import { templateFunctions } from "./registry.ts";

/** Name and argument counts of a built-in function. */
export interface FunctionSignature {
  readonly name: string;
  readonly min: number;
  /** `Infinity`: any number. */
  readonly max: number;
}

/** All built-in functions by name; besides them every name that starts with `list` is a function of 2 or 3 arguments. */
export function listFunctions(): readonly FunctionSignature[] {
  return templateFunctions
    .map(({ name, min, max }) => ({ name, min, max }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

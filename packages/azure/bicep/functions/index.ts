import { azureFunctions, listFunction } from "./az.ts";
import type { BuiltInFunction } from "./overload.ts";
import { bannedFunctions, systemFunctions } from "./sys.ts";

/** The functions of the language by name. */
export interface FunctionTable {
  find(name: string, namespace?: "sys" | "az"): BuiltInFunction | undefined;
  names(namespace?: "sys" | "az"): Iterable<string>;
}

/** Makes the table; its rows are made at the first look-up. */
export function createFunctionTable(): FunctionTable {
  let table: ReadonlyMap<string, BuiltInFunction> | undefined;
  const rows = (): ReadonlyMap<string, BuiltInFunction> => {
    table ??= new Map([...systemFunctions(), ...azureFunctions()].map((row) => [row.name, row]));
    return table;
  };
  return {
    find(name, namespace) {
      const row = rows().get(name) ?? (namespace === "sys" ? undefined : listFunction(name));
      return namespace === undefined || row?.namespace === namespace ? row : undefined;
    },
    names: (namespace) =>
      [...rows().values()]
        .filter((row) => namespace === undefined || row.namespace === namespace)
        .map((row) => row.name),
  };
}

export { bannedFunctions };
export type { BuiltInFunction, FunctionOverload } from "./overload.ts";
export { deploymentType, itemOf, scopeProperties } from "./results.ts";

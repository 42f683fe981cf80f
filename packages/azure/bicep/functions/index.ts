import { azureFunctions, listFunction } from "./az.ts";
import type { BuiltInFunction } from "./overload.ts";
import { bannedFunctions, systemFunctions } from "./sys.ts";

/** The functions of the language by name. */
export interface FunctionTable {
  find(name: string, namespace?: "sys" | "az"): BuiltInFunction | undefined;
  names(namespace?: "sys" | "az"): Iterable<string>;
}

/** Makes the table; a row is made when it is first asked for. */
export function createFunctionTable(): FunctionTable {
  const made = new Map<string, BuiltInFunction | undefined>();
  const make = (name: string): BuiltInFunction | undefined => {
    if (Object.hasOwn(systemFunctions, name)) return systemFunctions[name]?.();
    return Object.hasOwn(azureFunctions, name) ? azureFunctions[name]?.() : listFunction(name);
  };
  return {
    find(name, namespace) {
      let row = made.get(name);
      if (row === undefined && !made.has(name)) {
        row = make(name);
        made.set(name, row);
      }
      return namespace === undefined || row?.namespace === namespace ? row : undefined;
    },
    names: (namespace) => [
      ...(namespace === "az" ? [] : Object.keys(systemFunctions)),
      ...(namespace === "sys" ? [] : Object.keys(azureFunctions)),
    ],
  };
}

export { bannedFunctions };
export type { BuiltInFunction, FunctionOverload } from "./overload.ts";
export { deploymentType, itemOf, notFlattened, scopeProperties } from "./results.ts";

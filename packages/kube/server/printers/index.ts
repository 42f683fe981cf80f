import type { ServedResource } from "../registry/served-resource.ts";
import { builtinPrinters } from "./builtin-printers.ts";
import { customPrinter } from "./custom.ts";
import { genericPrinter } from "./generic.ts";
import type { Printer } from "./printer.ts";

/** The printer of a resource. */
export function printerOf({ definition, crd }: ServedResource): Printer {
  if (crd) return customPrinter(crd, definition.version);
  return builtinPrinters[`${definition.group}/${definition.plural}`] ?? genericPrinter;
}

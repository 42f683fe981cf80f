import type { Expression } from "../syntax/index.ts";
import { call, text } from "./arm.ts";
import type { Converter } from "./emitter.ts";
import { moduleValue, resourceValue } from "./references.ts";
import { armValue, EmitFailure, type Value } from "./value.ts";

/** The variable that holds the parameters of the file that a parameters file extends; no name of Bicep is written so. */
export const inheritedParameters = "$base";

/** What a name stands for in the template. */
export function convertVariable(c: Converter, node: Expression): Value {
  const { model, inlined, imports } = c.emitter;
  const symbol = model.bindings.symbols.get(node);
  switch (symbol?.kind) {
    case "parameter":
      return armValue(call("parameters", text(symbol.name)));
    case "variable":
      if (inlined.has(symbol)) return c.convert(symbol.node.value);
      return armValue(call("variables", text(imports.localName(symbol) ?? symbol.name)));
    case "assignment":
      return inlined.has(symbol) ? c.convert(symbol.node.value) : armValue(call("variables", text(symbol.name)));
    case "resource":
      return resourceValue(c, symbol, undefined);
    case "module":
      return moduleValue(c, symbol, undefined);
    case "local":
      return c.local(symbol);
    case "import":
      return armValue(call("variables", text(c.emitter.resolveImport(symbol)?.name ?? symbol.name)));
    case "extension":
      return armValue(call("extensions", text(symbol.name)));
    case "base-parameters":
      return armValue(call("variables", text(inheritedParameters)));
    default:
      throw new EmitFailure("This name");
  }
}

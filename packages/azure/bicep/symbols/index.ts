export type * from "./symbol.ts";
export { declareSymbols, type Declarations } from "./declare.ts";
export { bindNames, type Bindings, type GlobalNames } from "./bind.ts";
export { createReferenceGraph, type Cycle, type ReferenceGraph } from "./references.ts";

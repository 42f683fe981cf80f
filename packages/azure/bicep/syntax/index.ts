export type * from "./leaf-nodes.ts";
export type * from "./nodes.ts";
export { forEachChild, type SyntaxNode } from "./children.ts";
export { keyText, plainString, propertyKey, propertyNamed, unwrapBody, type Body } from "./shapes.ts";
export type { Pragma } from "./token.ts";

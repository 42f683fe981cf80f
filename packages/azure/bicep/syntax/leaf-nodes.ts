import type { Span } from "@byocni/base/lang";

/** What every node has: its place in the text. Nodes are never changed after parsing. */
export interface NodeBase extends Span {
  readonly kind: string;
}

/** Text that the parser could not make sense of. A diagnostic was given where one was due. */
export type ErrorNode = NodeBase & { readonly kind: "error" };

/** A name in the text. `isMissing`: the parser expected one here and found none; the name is then empty. */
export interface Identifier extends NodeBase {
  readonly kind: "identifier";
  readonly name: string;
  readonly isMissing: boolean;
}

export interface IntegerNode extends NodeBase {
  readonly kind: "integer";
  readonly value: bigint;
}

export interface BooleanNode extends NodeBase {
  readonly kind: "boolean";
  readonly value: boolean;
}

export type NullNode = NodeBase & { readonly kind: "null" };

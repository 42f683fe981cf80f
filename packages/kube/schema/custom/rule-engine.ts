/** A compiled rule: true when the value is good. @throws Error when it cannot be decided (`no such key: …`). */
export type CompiledRule = (self: unknown, oldSelf: unknown) => unknown;

/** Evaluates the expressions of `x-kubernetes-validations`. */
export interface RuleEngine {
  /** @returns undefined for an expression that the engine cannot read or whose functions it does not know. */
  compile(expression: string): CompiledRule | undefined;
}

/** Where the engine will be once it is loaded; schemas ask at every use. */
export interface RuleEngineSlot {
  engine?: RuleEngine;
  /** Why it could not be loaded. */
  problem?: string;
  /** Starts to load it, once. */
  readonly load: () => Promise<void>;
}

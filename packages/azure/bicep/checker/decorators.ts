import { plainString, type CallNode, type Decorator, type Expression, type MethodCallNode } from "../syntax/index.ts";

/** A decorator that calls a function of `sys`. */
export interface DecoratorCall {
  readonly name: string;
  readonly args: readonly Expression[];
  readonly node: CallNode | MethodCallNode;
  readonly decorator: Decorator;
}

export function decoratorCall(decorator: Decorator): DecoratorCall | undefined {
  const { expression } = decorator;
  if (expression.kind === "call") {
    return { name: expression.name.name, args: expression.args, node: expression, decorator };
  }
  const isQualified =
    expression.kind === "method-call" && expression.base.kind === "variable" && expression.base.name.name === "sys";
  return isQualified ? { name: expression.name.name, args: expression.args, node: expression, decorator } : undefined;
}

/** The decorator of a name that stands first. */
export function findDecorator(decorators: readonly Decorator[], name: string): DecoratorCall | undefined {
  for (const decorator of decorators) {
    const call = decoratorCall(decorator);
    if (call?.name === name) return call;
  }
  return undefined;
}

/** The whole number that stands as the first argument of a decorator. */
export function integerArgument(call: DecoratorCall | undefined): bigint | undefined {
  const arg = call?.args[0];
  if (arg?.kind === "integer") return arg.value;
  if (arg?.kind === "unary" && arg.operator === "-" && arg.operand.kind === "integer") return -arg.operand.value;
  return undefined;
}

/** The text that stands as the first argument of a decorator. */
export function textArgument(call: DecoratorCall | undefined): string | undefined {
  return plainString(call?.args[0]);
}

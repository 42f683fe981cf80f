import { typeErrors } from "../diagnostics/type-errors.ts";
import type { BinaryNode, TernaryNode, UnaryNode } from "../syntax/index.ts";
import {
  anyType,
  boolType,
  booleanLiteral,
  errorType,
  integerLiteral,
  integerType,
  isAssignable,
  stringType,
  typeName,
  unionOf,
  withoutNull,
  type Type,
} from "../types/index.ts";
import type { Checker } from "./checker.ts";
import { integerNodeType } from "./literals.ts";

/** What an operator takes and gives: the first row whose operands fit counts. */
const rows: Readonly<Record<string, readonly (readonly [Type, Type, Type])[]>> = {
  "&&": [[boolType, boolType, boolType]],
  "||": [[boolType, boolType, boolType]],
  "==": [[anyType, anyType, boolType]],
  "!=": [[anyType, anyType, boolType]],
  "=~": [[stringType, stringType, boolType]],
  "!~": [[stringType, stringType, boolType]],
  "<": comparison(),
  "<=": comparison(),
  ">": comparison(),
  ">=": comparison(),
  "+": arithmetic(),
  "-": arithmetic(),
  "*": arithmetic(),
  "/": arithmetic(),
  "%": arithmetic(),
};

function comparison(): readonly (readonly [Type, Type, Type])[] {
  return [
    [integerType, integerType, boolType],
    [stringType, stringType, boolType],
  ];
}

function arithmetic(): readonly (readonly [Type, Type, Type])[] {
  return [[integerType, integerType, integerType]];
}

const hints: Readonly<Record<string, string>> = {
  "+": "Use string interpolation instead.",
};

export function binaryNodeType(c: Checker, node: BinaryNode): Type {
  const left = c.typeOf(node.left);
  const right = c.typeOf(node.right);
  if (left.kind === "error" || right.kind === "error") return errorType;
  if (node.operator === "??") {
    if (left.kind === "null") return right;
    const present = withoutNull(left);
    // What cannot be null is never replaced.
    return present ? unionOf([present, right]) : left;
  }
  for (const [wantedLeft, wantedRight, result] of rows[node.operator] ?? []) {
    if (isAssignable(left, wantedLeft) && isAssignable(right, wantedRight)) {
      return fold(c, node, left, right) ?? result;
    }
  }
  const isText = isAssignable(left, stringType) && isAssignable(right, stringType);
  const hint = isText && Object.hasOwn(hints, node.operator) ? hints[node.operator] : undefined;
  c.report(node, typeErrors.binaryOperands, node.operator, typeName(left), typeName(right), hint);
  return errorType;
}

/** The value of an operation on two literals. */
function fold(c: Checker, node: BinaryNode, left: Type, right: Type): Type | undefined {
  if (right.kind === "int-literal" && right.value === 0n && (node.operator === "/" || node.operator === "%")) {
    c.report(node.right, typeErrors.divisionByZero);
    return undefined;
  }
  if (left.kind !== "int-literal" || right.kind !== "int-literal") return undefined;
  switch (node.operator) {
    case "+":
      return integerLiteral(BigInt.asIntN(64, left.value + right.value));
    case "-":
      return integerLiteral(BigInt.asIntN(64, left.value - right.value));
    case "*":
      return integerLiteral(BigInt.asIntN(64, left.value * right.value));
    default:
      return undefined;
  }
}

export function unaryNodeType(c: Checker, node: UnaryNode): Type {
  if (node.operator === "-" && node.operand.kind === "integer") return integerNodeType(c, node.operand, true);
  const operand = c.typeOf(node.operand);
  if (operand.kind === "error") return errorType;
  const wanted = node.operator === "!" ? boolType : integerType;
  if (!isAssignable(operand, wanted)) {
    c.report(node, typeErrors.unaryOperand, node.operator, typeName(operand));
    return errorType;
  }
  if (operand.kind === "bool-literal") return booleanLiteral(!operand.value);
  if (operand.kind === "int-literal") return integerLiteral(node.operator === "-" ? -operand.value : operand.value);
  return wanted;
}

export function ternaryNodeType(c: Checker, node: TernaryNode): Type {
  const condition = c.typeOf(node.condition);
  const whenTrue = c.typeOf(node.whenTrue);
  const whenFalse = c.typeOf(node.whenFalse);
  if (whenTrue.kind === "error" || whenFalse.kind === "error") return errorType;
  if (condition.kind !== "error" && !isAssignable(condition, boolType)) {
    c.report(node.condition, typeErrors.expected, "bool");
    return errorType;
  }
  if (condition.kind === "bool-literal") return condition.value ? whenTrue : whenFalse;
  return unionOf([whenTrue, whenFalse]);
}

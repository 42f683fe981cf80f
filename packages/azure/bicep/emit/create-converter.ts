import type { Converter, Emitter } from "./emitter.ts";
import type { LocalSymbol } from "../symbols/index.ts";
import { propertyKey, type Expression, type ForNode, type ObjectNode, type ArrayNode } from "../syntax/index.ts";
import { convertIndexAccess, convertPropertyAccess } from "./access.ts";
import { call, callOf, number, text, type Arm } from "./arm.ts";
import { convertCall, convertMethodCall } from "./calls.ts";
import { convertVariable } from "./names.ts";
import { resourceValue } from "./references.ts";
import { armValue, EmitFailure, textValue, toArm, type Locals, type ObjectEntry, type Value } from "./value.ts";

const noLocals: Locals = new Map();

/** Written out, an expression may be this deep: several times the depth of what can be written down by hand. */
const depthLimit = 1000;

const operators: Readonly<Record<string, string>> = {
  "||": "or",
  "&&": "and",
  "??": "coalesce",
  "==": "equals",
  "<": "less",
  "<=": "lessOrEquals",
  ">": "greater",
  ">=": "greaterOrEquals",
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "div",
  "%": "mod",
};

export function createConverter(emitter: Emitter, locals: Locals = noLocals): Converter {
  const { model } = emitter;
  const { symbols, parents } = model.bindings;

  const convertNode = (node: Expression): Value => {
    switch (node.kind) {
      case "string":
        return node.expressions.length === 0
          ? textValue(node.segments[0] ?? "")
          : armValue(formatCall(node.segments, node.expressions.map(c.arm)));
      case "integer":
        return { kind: "integer", value: node.value };
      case "boolean":
        return { kind: "boolean", value: node.value };
      case "null":
        return { kind: "null" };
      case "array":
        return convertArray(node);
      case "object":
        return convertObject(node);
      case "parenthesized":
        return c.convert(node.expression);
      case "non-null":
        return c.convert(node.base);
      case "unary":
        if (node.operator === "+") return c.convert(node.operand);
        if (node.operator === "!") return armValue(call("not", c.arm(node.operand)));
        return node.operand.kind === "integer"
          ? { kind: "integer", value: -node.operand.value }
          : armValue(call("sub", number(0n), c.arm(node.operand)));
      case "binary":
        return armValue(binary(node.operator, c.arm(node.left), c.arm(node.right)));
      case "ternary":
        return {
          kind: "if",
          condition: c.convert(node.condition),
          whenTrue: c.convert(node.whenTrue),
          whenFalse: c.convert(node.whenFalse),
        };
      case "call":
        return convertCall(c, node);
      case "method-call":
        return convertMethodCall(c, node);
      case "property-access":
        return convertPropertyAccess(c, node);
      case "index-access":
        return convertIndexAccess(c, node);
      case "nested-access": {
        const symbol = symbols.get(node);
        if (symbol?.kind === "resource") return resourceValue(c, symbol, undefined);
        throw new EmitFailure("This access of a nested resource");
      }
      case "variable":
        return convertVariable(c, node);
      case "lambda":
        return armValue(call("lambda", ...node.parameters.map(({ name }) => text(name.name)), c.arm(node.body)));
      case "for":
        return { kind: "loop", source: c.convert(node.source), body: c.convert(node.body) };
      case "if":
      case "error":
        throw new EmitFailure("This expression");
    }
  };

  const convertArray = (node: ArrayNode): Value => {
    if (!node.items.some((item) => item.kind === "spread")) {
      return { kind: "array", items: node.items.map((item) => c.convert(item as Expression)) };
    }
    const chunks: Value[] = [];
    let current: Value[] = [];
    const flush = (): void => {
      if (current.length > 0) chunks.push({ kind: "array", items: current });
      current = [];
    };
    for (const item of node.items) {
      if (item.kind === "spread") {
        flush();
        chunks.push(c.convert(item.expression));
      } else current.push(c.convert(item));
    }
    flush();
    return armValue(call("flatten", callOf("createArray", chunks.map(toArm))));
  };

  const convertObject = (node: ObjectNode): Value => {
    const chunks: Value[] = [];
    let current: ObjectEntry[] = [];
    let hasSpread = false;
    const flush = (): void => {
      if (current.length > 0) chunks.push({ kind: "object", members: current });
      current = [];
    };
    for (const member of node.members) {
      if (member.kind === "spread") {
        flush();
        hasSpread = true;
        chunks.push(c.convert(member.expression));
      } else if (member.kind === "property") {
        const key = propertyKey(member);
        const keyValue = key === undefined ? c.convert(member.key as Expression) : textValue(key);
        current.push({ key: keyValue, value: c.convert(member.value) });
      }
    }
    if (!hasSpread) return { kind: "object", members: current };
    flush();
    return armValue(call("shallowMerge", callOf("createArray", chunks.map(toArm))));
  };

  const copyIndex = (node: ForNode): Arm => {
    const parent = parents.get(node);
    switch (parent?.kind) {
      case "variable-declaration": {
        // A variable that was taken in from another file may have another name here.
        const symbol = model.declarations.byNode.get(parent);
        const renamed = symbol && emitter.imports.localName(symbol);
        return call("copyIndex", text(renamed ?? parent.name.name));
      }
      case "parameter-assignment":
        return call("copyIndex", text(parent.name.name));
      case "property":
        return call("copyIndex", text(propertyKey(parent) ?? ""));
      default:
        return call("copyIndex");
    }
  };

  const c: Converter = {
    emitter,
    locals,
    convert(node) {
      const { budget } = emitter;
      if (--budget.left < 0) throw new EmitFailure("A template of this size");
      if (budget.depth > depthLimit)
        throw new EmitFailure("An expression of this depth (variables are written out in it)");
      budget.depth++;
      const value = convertNode(node);
      budget.depth--;
      return value;
    },
    arm: (node) => toArm(c.convert(node)),
    local(symbol: LocalSymbol) {
      const replaced = locals.get(symbol);
      if (replaced) return replaced;
      switch (symbol.role) {
        case "item":
        case "index": {
          if (symbol.owner.kind !== "for") throw new EmitFailure("This name");
          const index = copyIndex(symbol.owner);
          return armValue(symbol.role === "index" ? index : itemAt(c, symbol.owner, index));
        }
        case "lambda":
          return armValue(call("lambdaVariables", text(symbol.name)));
        case "argument":
          return armValue(call("parameters", text(symbol.name)));
      }
    },
    within(symbol, index) {
      const { loop } = symbol.body;
      if (!loop || index === undefined) return c;
      const inner = new Map(locals);
      const at = toArm(index);
      for (const [node, value] of [
        [loop.item, () => armValue(itemAt(c, loop, at))],
        [loop.index, () => index],
      ] as const) {
        const local = node && model.bindings.locals.get(node);
        if (local) inner.set(local, value());
      }
      return createConverter(emitter, inner);
    },
    with: (other) => (other === locals ? c : createConverter(emitter, other)),
  };
  return c;
}

/** `source[index]`. */
function itemAt(c: Converter, loop: ForNode, index: Arm): Arm {
  const source = c.arm(loop.source);
  return source.kind === "call" ? { ...source, properties: [...source.properties, index] } : source;
}

/** `format('{0}…', …)` of a string with holes. */
export function formatCall(segments: readonly string[], args: readonly Arm[]): Arm {
  const escaped = segments.map((segment) => segment.replaceAll("{", "{{").replaceAll("}", "}}"));
  const pattern = escaped.map((segment, index) => (index === 0 ? segment : `{${index - 1}}${segment}`)).join("");
  return callOf("format", [text(pattern), ...args]);
}

function binary(operator: string, left: Arm, right: Arm): Arm {
  switch (operator) {
    case "!=":
      return call("not", call("equals", left, right));
    case "=~":
      return call("equals", call("toLower", left), call("toLower", right));
    case "!~":
      return call("not", call("equals", call("toLower", left), call("toLower", right)));
    default:
      return call(operators[operator] ?? operator, left, right);
  }
}

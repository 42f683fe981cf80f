import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import { chars } from "./characters.ts";
import { ScanFault, scanLiteral, scanName, scanString, skipTrivia } from "./scanner.ts";

/** Where a value and the name before it stand; children by name or index. */
export interface PlaceNode {
  readonly offset: number;
  end: number;
  readonly name: { readonly offset: number; readonly end: number } | undefined;
  readonly members: Map<string, PlaceNode> | undefined;
  readonly items: PlaceNode[] | undefined;
}

/** An object or array that is being read. */
interface Frame {
  readonly node: PlaceNode;
  readonly object: Record<string, Json> | undefined;
  readonly array: Json[] | undefined;
  /** The member that is being read, for paths in errors. */
  step: string | undefined;
}

/** A document that was read leniently. */
export interface LenientDocument {
  readonly value: Json;
  readonly root: PlaceNode;
}

/** A complaint with the path of the container in which it arose. */
export class ReadFault extends ScanFault {
  readonly path: readonly (string | number)[];
  constructor(scan: ScanFault, path: readonly (string | number)[]) {
    super(scan.offset, scan.inner);
    this.path = path;
  }
}

/** Sets a member so that `__proto__` is a name like any other. */
function setMember(target: Record<string, Json>, name: string, value: Json): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[name] = value;
  }
}

/**
 * Reads JSON as Resource Manager's reader does: comments, single quotes, names without quotes, trailing commas, strings
 * over several lines, hexadecimal numbers; of members with the same name the last one wins. Iterative, so depth costs
 * memory only. @throws ReadFault
 */
export function readLenient(text: string, maxDepth: number): LenientDocument {
  const stack: Frame[] = [];
  try {
    return read(text, maxDepth, stack);
  } catch (error) {
    if (error instanceof ScanFault) throw new ReadFault(error, pathOf(stack));
    throw error;
  }
}

function pathOf(stack: readonly Frame[]): (string | number)[] {
  const path: (string | number)[] = [];
  for (const frame of stack) {
    if (frame.array) {
      const index = frame.node.items ? frame.node.items.length - 1 : -1;
      if (index >= 0) path.push(index);
    } else if (frame.step !== undefined) {
      path.push(frame.step);
    }
  }
  return path;
}

function read(text: string, maxDepth: number, stack: Frame[]): LenientDocument {
  let at = skipTrivia(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  if (at >= text.length) throw new ScanFault(at, fault("jsonEmpty"));
  let root: PlaceNode | undefined;
  let rootValue: Json = null;

  /** Puts a finished or just opened value into the container on top. */
  const place = (value: Json, node: PlaceNode): void => {
    const parent = stack.at(-1);
    if (!parent) {
      root = node;
      rootValue = value;
    } else if (parent.array) {
      parent.array.push(value);
      parent.node.items?.push(node);
    } else if (parent.object && parent.step !== undefined) {
      setMember(parent.object, parent.step, value);
      parent.node.members?.set(parent.step, node);
    }
  };

  /** Reads one value; an opening bracket pushes a frame. */
  const readValue = (name: PlaceNode["name"]): void => {
    const code = text.charCodeAt(at);
    if (code === chars.openBrace || code === chars.openBracket) {
      const isObject = code === chars.openBrace;
      const node: PlaceNode = {
        offset: at,
        end: at + 1,
        name,
        members: isObject ? new Map() : undefined,
        items: isObject ? undefined : [],
      };
      const frame: Frame = {
        node,
        object: isObject ? {} : undefined,
        array: isObject ? undefined : [],
        step: undefined,
      };
      place(frame.object ?? frame.array ?? null, node);
      stack.push(frame);
      at++;
      if (stack.length > maxDepth) throw new ScanFault(at, fault("jsonDepth", maxDepth));
      return;
    }
    const scanned =
      code === chars.doubleQuote || code === chars.singleQuote ? scanString(text, at) : scanLiteral(text, at);
    place(scanned.value, { offset: at, end: scanned.end, name, members: undefined, items: undefined });
    at = scanned.end;
  };

  readValue(undefined);
  while (stack.length > 0) {
    const frame = stack[stack.length - 1] as Frame;
    at = skipTrivia(text, at);
    if (at >= text.length) throw new ScanFault(at, fault("jsonEndOfContent", frame.object ? "JObject" : "JArray"));
    const closing = frame.object ? chars.closeBrace : chars.closeBracket;
    if (text.charCodeAt(at) === closing) {
      stack.pop();
      at++;
      at = afterValue(text, at, stack.at(-1));
      continue;
    }
    rejectWrongClosing(text, at, frame);
    if (frame.object) {
      const start = at;
      const name = scanName(text, at);
      frame.step = name.value;
      at = skipTrivia(text, name.end);
      if (at >= text.length) throw new ScanFault(at, fault("jsonEndOfContent", "JObject"));
      if (text.charCodeAt(at) !== chars.colon) throw new ScanFault(at, fault("jsonColon", text.charAt(at)));
      const colon = at + 1;
      at = skipTrivia(text, colon);
      if (at >= text.length) throw new ScanFault(at, fault("jsonEndOfContent", "JObject"));
      const depth = stack.length;
      readValue({ offset: start, end: colon });
      if (stack.length === depth) at = afterValue(text, at, frame);
    } else if (text.charCodeAt(at) === chars.comma) {
      // An empty place between commas counts as an undefined item.
      place(null, { offset: at, end: at, name: undefined, members: undefined, items: undefined });
      at++;
    } else {
      const depth = stack.length;
      readValue(undefined);
      if (stack.length === depth) at = afterValue(text, at, frame);
    }
  }
  at = skipTrivia(text, at);
  if (at < text.length) throw new ScanFault(at, fault("jsonAdditionalText", text.charAt(at)));
  if (!root) throw new ScanFault(at, fault("jsonEmpty"));
  return { value: rootValue, root };
}

function rejectWrongClosing(text: string, at: number, frame: Frame): void {
  const code = text.charCodeAt(at);
  if (frame.object && code === chars.closeBracket)
    throw new ScanFault(at + 1, fault("jsonClosing", "EndArray", "Object"));
  if (frame.array && code === chars.closeBrace) throw new ScanFault(at + 1, fault("jsonClosing", "EndObject", "Array"));
}

/** After a value inside a container: a comma (skipped), or the closing bracket (left). */
function afterValue(text: string, from: number, frame: Frame | undefined): number {
  if (!frame) return from;
  const at = skipTrivia(text, from);
  if (at >= text.length) return at;
  const code = text.charCodeAt(at);
  if (code === chars.comma) return at + 1;
  if (code === chars.closeBrace || code === chars.closeBracket) return at;
  throw new ScanFault(at, fault("jsonAfterValue", text.charAt(at)));
}

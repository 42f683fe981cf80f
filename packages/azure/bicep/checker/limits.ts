import type { Span } from "@byocni/base/lang";
import { typeErrors } from "../diagnostics/type-errors.ts";
import type { Type } from "../types/index.ts";
import type { Checker } from "./checker.ts";

interface Lengths {
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Compares lengths; false when no value fits. */
export function checkLengths(c: Checker, at: Span, given: Lengths, wanted: Lengths, isLoose: boolean): boolean {
  const say = isLoose ? c.warn : c.report;
  if (given.minLength !== undefined && wanted.maxLength !== undefined && given.minLength > wanted.maxLength) {
    say(at, typeErrors.tooLong, given.minLength, wanted.maxLength);
    return false;
  }
  if (given.maxLength !== undefined && wanted.minLength !== undefined && given.maxLength < wanted.minLength) {
    say(at, typeErrors.tooShort, given.maxLength, wanted.minLength);
    return false;
  }
  if (given.minLength !== undefined && wanted.minLength !== undefined && given.minLength < wanted.minLength) {
    c.report(at, typeErrors.maybeTooShort, given.minLength, wanted.minLength);
  }
  if (given.maxLength !== undefined && wanted.maxLength !== undefined && given.maxLength > wanted.maxLength) {
    c.report(at, typeErrors.maybeTooLong, given.maxLength, wanted.maxLength);
  }
  return true;
}

/** Compares a text's length with what its target allows. */
export function checkText(c: Checker, at: Span, type: Type, target: Type, isLoose: boolean): void {
  if (target.kind === "string-literal") {
    const { length } = target.value;
    const only = { minLength: length, maxLength: length };
    if (type.kind !== "string") return;
    const say = isLoose ? c.warn : c.report;
    if (type.minLength !== undefined && type.minLength > length) say(at, typeErrors.tooLong, type.minLength, length);
    else if (type.maxLength !== undefined && type.maxLength < only.minLength) {
      say(at, typeErrors.tooShort, type.maxLength, length);
    }
    return;
  }
  if (target.kind !== "string") return;
  if (type.kind === "string") checkLengths(c, at, type, target, isLoose);
  else if (type.kind === "string-literal") {
    const { length } = type.value;
    checkLengths(c, at, { minLength: length, maxLength: length }, target, isLoose);
  }
}

/** Compares a whole number with the range of its target. */
export function checkInteger(c: Checker, at: Span, type: Type, target: Type, isLoose: boolean): void {
  const range = rangeOf(type);
  const wanted = rangeOf(target);
  if (!range || !wanted) return;
  const say = isLoose ? c.warn : c.report;
  if (range.least !== undefined && wanted.most !== undefined && range.least > wanted.most) {
    say(at, typeErrors.tooLarge, range.least, wanted.most);
  } else if (range.most !== undefined && wanted.least !== undefined && range.most < wanted.least) {
    say(at, typeErrors.tooSmall, range.most, wanted.least);
  } else if (target.kind === "int" && type.kind === "int") {
    if (range.least !== undefined && wanted.least !== undefined && range.least < wanted.least) {
      c.report(at, typeErrors.maybeTooSmall, range.least, wanted.least);
    }
    if (range.most !== undefined && wanted.most !== undefined && range.most > wanted.most) {
      c.report(at, typeErrors.maybeTooLarge, range.most, wanted.most);
    }
  }
}

function rangeOf(type: Type): { readonly least?: bigint | undefined; readonly most?: bigint | undefined } | undefined {
  if (type.kind === "int-literal") return { least: type.value, most: type.value };
  return type.kind === "int" ? { least: type.minValue, most: type.maxValue } : undefined;
}

import { type SourceText, createSourceText } from "@byocni/base/lang";
import { pathSteps, type Place } from "./place.ts";

/** A declaration of a resource in a Bicep file. */
interface Declaration {
  readonly source: SourceText;
  /** `type@version` in lower case. */
  readonly type: string;
  /** Of the string with the type. */
  readonly start: number;
  readonly end: number;
}

/** Finds resources of a compiled template in the Bicep files that it came from. */
export interface BicepPlaces {
  /**
   * @param ordinal which of the template's resources of this type and version it is
   * @param count how many of them there are
   */
  find(
    wanted: { readonly type: string; readonly apiVersion: string; readonly ordinal: number; readonly count: number },
    path: string,
  ): Place | undefined;
}

/**
 * Reads a Bicep file and the modules that it names. The compiled template says nothing of where it came from: resources
 * are paired with declarations of the same type and version, in order where there are as many of both.
 */
export function createBicepPlaces(entry: string, readFile: (path: string) => string | undefined): BicepPlaces {
  const declarations: Declaration[] = [];
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const text = readFile(path);
    if (text === undefined) return;
    const source = createSourceText(path, text);
    // A module stands where its file's resources come in.
    const pattern = /\b(?:resource\s+\w+\s+'([^'@]+@[^']+)'|module\s+\w+\s+'([^':]+\.bicep)')/g;
    for (const match of maskComments(source.text).matchAll(pattern)) {
      const [whole, type, module] = match;
      if (module !== undefined) visit(joinPath(path, module));
      else if (type !== undefined && !/^\s*existing\b/.test(source.text.slice(match.index + whole.length))) {
        const start = match.index + whole.length - type.length - 2;
        declarations.push({ source, type: type.toLowerCase(), start, end: match.index + whole.length });
      }
    }
  };
  visit(entry);
  return {
    find({ type, apiVersion, ordinal, count }, path) {
      const wanted = `${type}@${apiVersion}`.toLowerCase();
      const same = declarations.filter((one) => one.type === wanted);
      const declaration = same.length === count ? same[ordinal] : same[0];
      return declaration && memberPlace(declaration, path);
    },
  };
}

function joinPath(from: string, relative: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") {
      if (parts.length === 0 || parts.at(-1) === "..") parts.push(part);
      else parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Blanks out comments, so that what is in them is not found; offsets stay. */
function maskComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'/g, (piece) =>
    piece.startsWith("'") ? piece : piece.replaceAll(/[^\n]/g, " "),
  );
}

/** Follows a path of members into the body of a declaration, as far as it is written there. */
function memberPlace({ source, start, end }: Declaration, path: string): Place {
  const text = maskStrings(maskComments(source.text));
  let place = { start, end };
  let from = text.indexOf("{", end);
  for (const step of pathSteps(path)) {
    if (from === -1) break;
    if (typeof step === "number") {
      from = itemStart(text, from, step);
      continue;
    }
    const member = memberStart(text, source.text, from, step);
    if (!member) break;
    place = member;
    from = opening(text, member.end);
  }
  return { source, span: place };
}

/** Strings without their content: braces in them count nothing. Names in quotes are read from the original. */
function maskStrings(text: string): string {
  return text.replaceAll(/'(?:\\.|[^'\\\n])*'/g, (piece) => `'${" ".repeat(Math.max(0, piece.length - 2))}'`);
}

/** The first bracket of the value after a member's name, when it has one on its line. */
function opening(text: string, after: number): number {
  const match = /^['\s]*:[^\n]*?([[{])/.exec(text.slice(after));
  return match ? after + match[0].length - 1 : -1;
}

/** The name of a member directly in the object that opens at `open`. */
function memberStart(
  text: string,
  original: string,
  open: number,
  name: string,
): { readonly start: number; readonly end: number } | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "{" || letter === "[" || letter === "(") depth++;
    else if (letter === "}" || letter === "]" || letter === ")") depth--;
    if (depth === 0) return undefined;
    if (depth !== 1 || !/[\w']/.test(letter) || /\w/.test(text[at - 1] ?? "")) continue;
    const word = /^'?([\w-]+)'?(?=\s*:)/.exec(original.slice(at));
    if (word?.[1]?.toLowerCase() === name.toLowerCase()) return { start: at, end: at + word[0].length };
  }
  return undefined;
}

/** Where the n-th item of the array that opens at `open` opens, when it is an object. */
function itemStart(text: string, open: number, index: number): number {
  let depth = 0;
  let item = -1;
  for (let at = open; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (letter === "{" || letter === "[") {
      if (depth === 1 && ++item === index) return at;
      depth++;
    } else if (letter === "}" || letter === "]") depth--;
    if (depth === 0) return -1;
  }
  return -1;
}

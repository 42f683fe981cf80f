/** A syntax error as Go's encoding/json reports it: the text that reaches users through libcni. */
export interface GoSyntaxError {
  readonly message: string;
  /** Bytes read when the error was found (Go's `SyntaxError.Offset`): the offending byte is at `offset - 1`. */
  readonly offset: number;
}

/** Go refuses deeper nesting (encoding/json, maxNestingDepth). */
const maxDepth = 10_000;

type Step = (scanner: Scanner, byte: number) => string | undefined;
type Level = "key" | "value" | "array";

interface Scanner {
  step: Step;
  /** Set once a whole top-level value has been read. */
  endTop: boolean;
  readonly levels: Level[];
  /** What is left of the literal being read, and the literal itself. */
  literal: { readonly text: string; index: number };
  hexDigits: number;
}

const quote = 0x22;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number): boolean =>
  isDigit(byte) || (byte >= 0x61 && byte <= 0x66) || (byte >= 0x41 && byte <= 0x46);
const code = (char: string): number => char.charCodeAt(0);

/** A byte as Go's `strconv.Quote` shows it in an error: it is taken as a Latin-1 character, not decoded. */
function quoteByte(byte: number): string {
  const named: Readonly<Record<number, string>> = {
    0x07: "\\a",
    0x08: "\\b",
    0x09: "\\t",
    0x0a: "\\n",
    0x0b: "\\v",
    0x0c: "\\f",
    0x0d: "\\r",
    0x27: "\\'",
    0x5c: "\\\\",
  };
  const name = named[byte];
  if (name !== undefined) return `'${name}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, "0")}'`;
  // U+0080..U+00A0 and the soft hyphen are not printable for Go.
  if ((byte >= 0x80 && byte <= 0xa0) || byte === 0xad) return `'\\u00${byte.toString(16)}'`;
  return `'${String.fromCharCode(byte)}'`;
}

const fail = (byte: number, context: string): string => `invalid character ${quoteByte(byte)} ${context}`;

function push(scanner: Scanner, level: Level, next: Step): string | undefined {
  scanner.levels.push(level);
  scanner.step = next;
  return scanner.levels.length > maxDepth ? "exceeded max depth" : undefined;
}

function pop(scanner: Scanner): undefined {
  scanner.levels.pop();
  if (scanner.levels.length === 0) {
    scanner.step = endTop;
    scanner.endTop = true;
  } else {
    scanner.step = endValue;
  }
  return undefined;
}

function startLiteral(scanner: Scanner, text: string): undefined {
  scanner.literal = { text, index: 1 };
  scanner.step = inLiteral;
  return undefined;
}

const beginValue: Step = (scanner, byte) => {
  if (isSpace(byte)) return undefined;
  switch (byte) {
    case code("{"):
      return push(scanner, "key", beginKeyOrEnd);
    case code("["):
      return push(scanner, "array", beginValueOrEnd);
    case quote:
      scanner.step = inString;
      return undefined;
    case code("-"):
      scanner.step = afterMinus;
      return undefined;
    case code("0"):
      scanner.step = afterInteger;
      return undefined;
    case code("t"):
      return startLiteral(scanner, "true");
    case code("f"):
      return startLiteral(scanner, "false");
    case code("n"):
      return startLiteral(scanner, "null");
    default:
      if (byte >= 0x31 && byte <= 0x39) {
        scanner.step = inInteger;
        return undefined;
      }
      return fail(byte, "looking for beginning of value");
  }
};

const beginValueOrEnd: Step = (scanner, byte) => {
  if (isSpace(byte)) return undefined;
  return byte === code("]") ? endValue(scanner, byte) : beginValue(scanner, byte);
};

const beginKeyOrEnd: Step = (scanner, byte) => {
  if (isSpace(byte)) return undefined;
  if (byte === code("}")) {
    scanner.levels[scanner.levels.length - 1] = "value";
    return endValue(scanner, byte);
  }
  return beginKey(scanner, byte);
};

const beginKey: Step = (scanner, byte) => {
  if (isSpace(byte)) return undefined;
  if (byte !== quote) return fail(byte, "looking for beginning of object key string");
  scanner.step = inString;
  return undefined;
};

const endValue: Step = (scanner, byte) => {
  const level = scanner.levels.at(-1);
  if (level === undefined) {
    scanner.step = endTop;
    scanner.endTop = true;
    return endTop(scanner, byte);
  }
  if (isSpace(byte)) {
    scanner.step = endValue;
    return undefined;
  }
  const last = scanner.levels.length - 1;
  switch (level) {
    case "key":
      if (byte !== code(":")) return fail(byte, "after object key");
      scanner.levels[last] = "value";
      scanner.step = beginValue;
      return undefined;
    case "value":
      if (byte === code(",")) {
        scanner.levels[last] = "key";
        scanner.step = beginKey;
        return undefined;
      }
      return byte === code("}") ? pop(scanner) : fail(byte, "after object key:value pair");
    case "array":
      if (byte === code(",")) {
        scanner.step = beginValue;
        return undefined;
      }
      return byte === code("]") ? pop(scanner) : fail(byte, "after array element");
  }
};

const endTop: Step = (_scanner, byte) => (isSpace(byte) ? undefined : fail(byte, "after top-level value"));

const inString: Step = (scanner, byte) => {
  if (byte === quote) scanner.step = endValue;
  else if (byte === code("\\")) scanner.step = inEscape;
  else if (byte < 0x20) return fail(byte, "in string literal");
  return undefined;
};

const inEscape: Step = (scanner, byte) => {
  if ('bfnrt\\/"'.includes(String.fromCharCode(byte))) {
    scanner.step = inString;
    return undefined;
  }
  if (byte !== code("u")) return fail(byte, "in string escape code");
  scanner.hexDigits = 0;
  scanner.step = inHexEscape;
  return undefined;
};

const inHexEscape: Step = (scanner, byte) => {
  if (!isHex(byte)) return fail(byte, "in \\u hexadecimal character escape");
  scanner.hexDigits++;
  if (scanner.hexDigits === 4) scanner.step = inString;
  return undefined;
};

const afterMinus: Step = (scanner, byte) => {
  if (byte === code("0")) scanner.step = afterInteger;
  else if (isDigit(byte)) scanner.step = inInteger;
  else return fail(byte, "in numeric literal");
  return undefined;
};

const inInteger: Step = (scanner, byte) => {
  if (!isDigit(byte)) return afterInteger(scanner, byte);
  scanner.step = inInteger;
  return undefined;
};

const afterInteger: Step = (scanner, byte) => {
  if (byte === code(".")) scanner.step = afterPoint;
  else if (byte === code("e") || byte === code("E")) scanner.step = afterExponent;
  else return endValue(scanner, byte);
  return undefined;
};

const afterPoint: Step = (scanner, byte) => {
  if (!isDigit(byte)) return fail(byte, "after decimal point in numeric literal");
  scanner.step = inFraction;
  return undefined;
};

const inFraction: Step = (scanner, byte) => {
  if (isDigit(byte)) return undefined;
  if (byte !== code("e") && byte !== code("E")) return endValue(scanner, byte);
  scanner.step = afterExponent;
  return undefined;
};

const afterExponent: Step = (scanner, byte) => {
  if (byte === code("+") || byte === code("-")) {
    scanner.step = afterExponentSign;
    return undefined;
  }
  return afterExponentSign(scanner, byte);
};

const afterExponentSign: Step = (scanner, byte) => {
  if (!isDigit(byte)) return fail(byte, "in exponent of numeric literal");
  scanner.step = inExponent;
  return undefined;
};

const inExponent: Step = (scanner, byte) => (isDigit(byte) ? undefined : endValue(scanner, byte));

const inLiteral: Step = (scanner, byte) => {
  const { text, index } = scanner.literal;
  const expected = text.charAt(index);
  if (byte !== code(expected)) return fail(byte, `in literal ${text} (expecting '${expected}')`);
  scanner.literal.index++;
  if (index + 1 === text.length) scanner.step = endValue;
  return undefined;
};

/**
 * Checks JSON as Go's encoding/json does (`json.Unmarshal` first runs this check over the whole text).
 *
 * @returns the first syntax error with Go's words, or undefined when the text is valid.
 */
export function findGoSyntaxError(bytes: Uint8Array): GoSyntaxError | undefined {
  const scanner: Scanner = {
    step: beginValue,
    endTop: false,
    levels: [],
    literal: { text: "", index: 0 },
    hexDigits: 0,
  };
  for (let index = 0; index < bytes.length; index++) {
    const message = scanner.step(scanner, bytes[index] ?? 0);
    if (message !== undefined) return { message, offset: index + 1 };
  }
  if (scanner.endTop) return undefined;
  // A number at the top level is only complete once something follows it: Go feeds one space at the end.
  const message = scanner.step(scanner, 0x20);
  if (scanner.endTop) return undefined;
  return { message: message ?? "unexpected end of JSON input", offset: bytes.length };
}

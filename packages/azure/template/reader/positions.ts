/** A step into a JSON document: a member name or an array index. */
export type PathStep = string | number;

/** A path from the root of a JSON document. */
export type JsonPath = readonly PathStep[];

/**
 * Where a value (or a member name) stands in a text. Lines and columns count from 1, offsets from 0, all in UTF-16
 * units. `line`/`column` is where the token starts (for code frames); `linePosition` on `lineNumber` is what Resource
 * Manager reports: the column of the token's last character (of the opening bracket for objects and arrays).
 */
export interface TemplatePosition {
  readonly offset: number;
  /** Exclusive end of the token; for objects and arrays the end of the opening bracket. */
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly lineNumber: number;
  readonly linePosition: number;
}

/** Positions of every value of a document that was read. Computed on first use. */
export interface Positions {
  /** The value at this path; undefined if there is none. */
  at(path: JsonPath): TemplatePosition | undefined;
  /** The member name that leads to this path; undefined for the root and for array items. */
  nameAt(path: JsonPath): TemplatePosition | undefined;
  /** The same document seen from a value inside it: `under(["properties", "template"]).at(["resources"])`. */
  under(path: JsonPath): Positions;
  /** Where this view starts in the document that was read. */
  readonly base: JsonPath;
}

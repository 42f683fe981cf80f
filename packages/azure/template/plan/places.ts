import type { ErrorPlace } from "../errors/template-error.ts";
import { formatPath } from "../reader/json-path.ts";
import { noPositions } from "../reader/lazy-positions.ts";
import type { JsonPath, Positions } from "../reader/positions.ts";

/** Finds the places of errors in a template. */
export interface Places {
  /** Where the value at a path stands. */
  at(path: JsonPath): ErrorPlace;
  /** Line and column as they go into texts; 1 and 0 when the text is not known. */
  lineOf(path: JsonPath): readonly [line: number, column: number];
  readonly positions: Positions;
}

export function createPlaces(positions: Positions = noPositions): Places {
  return {
    positions,
    at: (path) => ({ position: positions.at(path), path: formatPath([...positions.base, ...path]) }),
    lineOf(path) {
      const position = positions.at(path);
      return [position?.lineNumber ?? 1, position?.linePosition ?? 0];
    },
  };
}

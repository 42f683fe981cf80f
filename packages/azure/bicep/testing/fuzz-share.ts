import { damagedInputs, prefixInputs, type FuzzInputs } from "./fuzz-inputs.ts";

/** Where inputs come from: damaged texts by count and seed, or the prefixes of a folder's files. */
export type FuzzSource =
  | { readonly kind: "damaged"; readonly count: number; readonly seed: number }
  | { readonly kind: "prefixes"; readonly folder: string };

/** What a worker has to do: the turns `from`, `from + step`, … of a source. */
export interface FuzzShare {
  readonly source: FuzzSource;
  readonly from: number;
  readonly step: number;
  /** Three numbers that the worker keeps up to date: its turn, its slowest input in ms, how many are done. */
  readonly place: SharedArrayBuffer;
}

/** What a worker tells of an input that went wrong. */
export interface FuzzFind {
  readonly turn: number;
  readonly fault: string;
}

export function openInputs(source: FuzzSource): FuzzInputs {
  return source.kind === "damaged" ? damagedInputs(source.count, source.seed) : prefixInputs(source.folder);
}

import { randomBytes, randomInt, randomUUID } from "node:crypto";

/** The seam for chance: identifiers and name suffixes. */
export interface Random {
  /** A random (version 4) UUID in lower case. */
  uuid(): string;
  /** An integer in `[0, limit)`. */
  int(limit: number): number;
  /** `length` random bytes. */
  bytes(length: number): Uint8Array;
}

/** Chance from the operating system. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  int: (limit) => randomInt(limit),
  bytes: (length) => randomBytes(length),
};

import { CniLoadError, goQuote } from "./load-error.ts";

export type CniVersion = readonly [major: number, minor: number, micro: number];

const partNames = ["major", "minor", "micro"] as const;

/** Go's strconv.Atoi, as far as versions need it. */
function parsePart(part: string, name: string): number {
  if (/^[+-]?\d+$/.test(part)) return Number(part);
  const quoted = goQuote(part);
  throw new CniLoadError(
    `failed to convert ${name} version part ${quoted}: strconv.Atoi: parsing ${quoted}: invalid syntax`,
  );
}

/**
 * Parses a CNI version as libcni does; an empty one counts as 0.1.0.
 *
 * @throws CniLoadError with libcni's text (pkg/version/plugin.go).
 */
export function parseCniVersion(version: string): CniVersion {
  if (version === "") return [0, 1, 0];
  const parts = version.split(".");
  if (parts.length >= 4) throw new CniLoadError(`invalid version ${goQuote(version)}: too many parts`);
  const [major = 0, minor = 0, micro = 0] = parts.map((part, index) => parsePart(part, partNames[index] ?? "micro"));
  return [major, minor, micro];
}

/** Negative, zero or positive, as `a` is lower than, equal to or higher than `b`. @throws CniLoadError */
export function compareCniVersions(a: string, b: string): number {
  const [aMajor, aMinor, aMicro] = parseCniVersion(a);
  const [bMajor, bMinor, bMicro] = parseCniVersion(b);
  return aMajor - bMajor || aMinor - bMinor || aMicro - bMicro;
}

/** Whether `version` is at least `minimum`; a version that does not parse is not. */
export function isAtLeast(version: string, minimum: string): boolean {
  try {
    return compareCniVersions(version, minimum) >= 0;
  } catch {
    return false;
  }
}

/** Where a Kubernetes version stands in AKS's support calendar. */
export interface VersionInfo {
  /** `1.35` */
  readonly minor: string;
  /** Newest patch known of this minor version. */
  readonly patch: string;
  readonly support: "preview" | "supported" | "longTermSupport" | "retired";
}

/**
 * Newest first. The supported range is that of November 2026 (1.34 to 1.36, 1.33 under long-term support, 1.37 new);
 * retired ones are what the published article's samples and older templates ask for.
 */
export const kubernetesVersions: readonly VersionInfo[] = [
  { minor: "1.37", patch: "1.37.2", support: "preview" },
  { minor: "1.36", patch: "1.36.3", support: "supported" },
  { minor: "1.35", patch: "1.35.4", support: "supported" },
  { minor: "1.34", patch: "1.34.4", support: "supported" },
  { minor: "1.33", patch: "1.33.6", support: "longTermSupport" },
  { minor: "1.32", patch: "1.32.10", support: "retired" },
  { minor: "1.31", patch: "1.31.14", support: "retired" },
  { minor: "1.30", patch: "1.30.14", support: "retired" },
  { minor: "1.29", patch: "1.29.15", support: "retired" },
  { minor: "1.28", patch: "1.28.15", support: "retired" },
  { minor: "1.27", patch: "1.27.16", support: "retired" },
  { minor: "1.26", patch: "1.26.15", support: "retired" },
  { minor: "1.25", patch: "1.25.16", support: "retired" },
  { minor: "1.24", patch: "1.24.17", support: "retired" },
  { minor: "1.23", patch: "1.23.17", support: "retired" },
  { minor: "1.22", patch: "1.22.17", support: "retired" },
  { minor: "1.21", patch: "1.21.14", support: "retired" },
];

/** The version that AKS takes when none is given. */
export const defaultVersion = "1.35.4";

const shape = /^v?(\d+)\.(\d+)(?:\.(\d+))?$/;

/**
 * The full version that is meant by `1.35` (newest patch) or `1.35.4`.
 * @returns undefined when the text is no version or byocni knows no such minor version.
 */
export function resolveVersion(asked: string): { readonly version: string; readonly info: VersionInfo } | undefined {
  const match = shape.exec(asked);
  if (!match) return undefined;
  const [, major, minor, patch] = match;
  const info = kubernetesVersions.find((row) => row.minor === `${major}.${minor}`) ?? before(asked, Number(minor));
  if (major !== "1" || !info) return undefined;
  return { version: patch === undefined ? info.patch : `${info.minor}.${patch}`, info };
}

/** Minor versions older than all in the table were offered once: templates go on naming them. */
function before(asked: string, minor: number): VersionInfo | undefined {
  const oldest = minorOf(kubernetesVersions.at(-1)?.minor ?? "");
  if (minor >= oldest) return undefined;
  return {
    minor: `1.${minor}`,
    patch: shape.exec(asked)?.[3] === undefined ? `1.${minor}.0` : asked,
    support: "retired",
  };
}

/** The minor version as a number: 35 of `1.35.4`. NaN for what is no version. */
export function minorOf(version: string): number {
  return Number(version.split(".")[1]);
}

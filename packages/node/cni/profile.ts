/** Which containerd's way of reading and watching CNI configuration is followed. */
export type ContainerdProfile = "containerd-1.6" | "containerd-1.7" | "containerd-2.x";

/** The differences between the profiles, by the go-cni and libcni versions that each containerd carries. */
export interface ProfileTraits {
  /** libcni's `version.Current()`: higher entries of `cniVersions` are skipped. */
  readonly libraryVersion: string;
  /** `cniVersions`, `disableGC`, `loadOnlyInlinedPlugins` and plugin files in `DIR/<network>/` (libcni >= 1.3). */
  readonly readsPluginFiles: boolean;
  /** The Go name of the plugin configuration type, which shows in type errors. */
  readonly pluginTypeName: string;
  /** The STATUS verb is called for configurations with cniVersion >= 1.1.0 (go-cni >= 1.1.11). */
  readonly callsStatus: boolean;
  /** Removing the configuration directory ends the CRI service instead of leaving a dead watch. */
  readonly stopsWithoutDirectory: boolean;
}

const older: ProfileTraits = {
  libraryVersion: "1.0.0",
  readsPluginFiles: false,
  pluginTypeName: "types.NetConf",
  callsStatus: false,
  stopsWithoutDirectory: false,
};

export const profileTraits: Readonly<Record<ContainerdProfile, ProfileTraits>> = {
  "containerd-1.6": older,
  "containerd-1.7": older,
  "containerd-2.x": {
    libraryVersion: "1.1.0",
    readsPluginFiles: true,
    pluginTypeName: "types.PluginConf",
    callsStatus: true,
    stopsWithoutDirectory: true,
  },
};

/** The profile of a containerd version such as `1.7.33` or `2.3.2-2`; versions before 1.7 count as 1.6. */
export function profileOfContainerd(version: string): ContainerdProfile {
  const match = /^v?(\d+)\.(\d+)/.exec(version);
  const major = Number(match?.[1] ?? 2);
  if (major >= 2) return "containerd-2.x";
  return Number(match?.[2] ?? 0) >= 7 ? "containerd-1.7" : "containerd-1.6";
}

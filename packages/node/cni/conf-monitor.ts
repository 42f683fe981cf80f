import type { FileView } from "./file-view.ts";
import { loadDirectory, type LoadResult } from "./load-directory.ts";
import type { NetworkConf } from "./network-conf.ts";
import { type AskPluginStatus, networkStatus } from "./network-status.ts";
import { type ContainerdProfile, profileTraits } from "./profile.ts";

/** What a container runtime says about pod networking. */
export interface CniState {
  /** CRI's condition NetworkReady. */
  readonly networkReady: boolean;
  /** Empty when ready, else `NetworkPluginNotReady`. */
  readonly reason: string;
  /** Empty when ready, else `Network plugin returns error: …`. */
  readonly message: string;
  /** `OK`, or why the configuration does not load: `crictl info`'s `lastCNILoadStatus`. */
  readonly lastCNILoadStatus: string;
  /** The network that new pods get. */
  readonly networkName?: string;
  /** The configuration file that decided. */
  readonly file?: string;
}

/** A file-system event in the configuration directory, in the terms of inotify as fsnotify reports it. */
export interface DirectoryEvent {
  /** `rename` is the old name of something moved away; what arrives by a move, a link or a new file is `create`. */
  readonly operation: "create" | "write" | "remove" | "rename" | "chmod";
  /** The name in the directory; absent when the event is about the directory itself. */
  readonly name?: string;
}

/** Follows a configuration directory as containerd's CRI service does. */
export interface ConfMonitor {
  /** What is ready now. Where the profile has it, plugins are asked for their STATUS at each call. */
  state(): CniState;
  /** The network that is loaded. */
  network(): NetworkConf | undefined;
  /** Tells what happened in the directory. */
  handle(event: DirectoryEvent): void;
  /** Why the CRI service ended, once it has. @see restart */
  stopped(): string | undefined;
  /** What a restart of containerd does: loads afresh and watches again. The directory must exist by then. */
  restart(): void;
}

export interface ConfMonitorDeps {
  readonly view: FileView;
  readonly profile: ContainerdProfile;
  /** Default `/etc/cni/net.d`. */
  readonly confDirectory?: string;
  /** Default `/opt/cni/bin`. */
  readonly pluginDirectories?: readonly string[];
  /** Default: every plugin that is there is well. */
  readonly askStatus?: AskPluginStatus;
}

const uninitialized = "cni plugin not initialized";

/**
 * Makes a monitor and loads the directory once. Events that only create (a new empty file, a move from another
 * directory, a symbolic or hard link) or change modes are ignored, as in containerd (`cni_conf_syncer.go`); any other
 * event loads the whole directory again. When the directory itself goes, containerd 1.x keeps a dead watch and
 * containerd 2.x ends.
 */
export function createConfMonitor(deps: ConfMonitorDeps): ConfMonitor {
  const confDirectory = deps.confDirectory ?? "/etc/cni/net.d";
  const pluginDirectories = deps.pluginDirectories ?? ["/opt/cni/bin"];
  const askStatus: AskPluginStatus = deps.askStatus ?? (() => undefined);
  const traits = profileTraits[deps.profile];
  const load = (): LoadResult => loadDirectory(deps.view, confDirectory, deps.profile);

  let last = load();
  let watching = true;
  let stopReason: string | undefined;

  function failure(cause: string): CniState {
    return {
      networkReady: false,
      reason: "NetworkPluginNotReady",
      message: `Network plugin returns error: ${cause}`,
      lastCNILoadStatus: last.ok ? "OK" : last.message,
      ...(last.ok ? { networkName: last.network.name } : {}),
      ...(last.file === undefined ? {} : { file: last.file }),
    };
  }

  return {
    state() {
      if (!last.ok) return failure(uninitialized);
      if (traits.callsStatus) {
        const cause = networkStatus(last.network, deps.view, pluginDirectories, askStatus);
        if (cause !== undefined) return failure(cause);
      }
      return {
        networkReady: true,
        reason: "",
        message: "",
        lastCNILoadStatus: "OK",
        networkName: last.network.name,
        file: last.file,
      };
    },
    network: () => (last.ok ? last.network : undefined),
    handle(event) {
      if (!watching || event.operation === "create" || event.operation === "chmod") return;
      last = load();
      if (event.name !== undefined) return;
      watching = false;
      if (traits.stopsWithoutDirectory && event.operation === "remove") {
        stopReason = "cni network conf monitor error: cni conf dir is removed, stop watching";
      }
    },
    stopped: () => stopReason,
    restart() {
      stopReason = undefined;
      watching = true;
      last = load();
    },
  };
}

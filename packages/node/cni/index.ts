export {
  type ConfMonitor,
  type ConfMonitorDeps,
  type CniState,
  createConfMonitor,
  type DirectoryEvent,
} from "./conf-monitor.ts";
export type { DirectoryEntry, DirectoryRead, FileErrorReason, FileRead, FileView } from "./file-view.ts";
export { findPlugin, type FoundPlugin } from "./find-plugin.ts";
export { findGoSyntaxError, type GoSyntaxError } from "./go-json-scanner.ts";
export { loadDirectory, type LoadResult } from "./load-directory.ts";
export { CniLoadError } from "./load-error.ts";
export { compareCniVersions, isAtLeast } from "./cni-version.ts";
export { type NetworkConf, parseNetworkConf } from "./network-conf.ts";
export { type AskPluginStatus, networkStatus } from "./network-status.ts";
export { parsePluginConf, type PluginConf } from "./plugin-conf.ts";
export { pluginErrorCodes, type PluginErrorObject, pluginErrorText } from "./plugin-error.ts";
export { type ContainerdProfile, profileOfContainerd, profileTraits, type ProfileTraits } from "./profile.ts";
export { type Attachment, podArguments } from "./verbs/attachment.ts";
export { type CachedAttachment, type CacheFiles } from "./verbs/attachment-cache.ts";
export { type CniCommand, planInvocation, type PluginInvocation, type ValidAttachment } from "./verbs/invocation.ts";
export { createNetworkRunner, type NetworkRunner, type NetworkRunnerDeps } from "./verbs/network-runner.ts";
export { CniError, type CniExec, type ExecOutcome } from "./verbs/plugin-outcome.ts";

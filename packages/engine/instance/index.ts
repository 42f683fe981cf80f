export {
  DataDirectoryError,
  type DataDirectory,
  dataDirectoryAt,
  dataDirectoryPath,
  openDataDirectory,
} from "./data-directory.ts";
export { type Instance, processLives, readInstance, removeInstance, writeInstance } from "./instance.ts";
export { defaultLogin } from "./login.ts";
export type { ClusterSummary, EngineStatus } from "./status.ts";

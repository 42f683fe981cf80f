export { aksNodeLayer } from "./aks-node-layer.ts";
export type { Behaviour, ContainerContext } from "./behaviours/behaviour.ts";
export {
  createSimulatedCluster,
  type SimulatedCluster,
  type SimulatedClusterOptions,
  type SimulatedNodeOptions,
} from "./cluster.ts";
export { behaviourAnnotation } from "./container/injected-behaviour.ts";
export { FileError } from "./files/file-error.ts";
export type { Files } from "./files/files.ts";
export type { FileChange } from "./files/snapshot.ts";
export type { ImageCatalog, ImageModel } from "./images/image-model.ts";
export type { ClusterAccess } from "./node-context.ts";
export type { SimulatedNode } from "./simulated-node.ts";
export { aksNodeDescription, type AksNodeOptions } from "./aks/node-description.ts";
export { aksNodeImage, type AksNodeImage } from "./aks/node-image.ts";
export { aksSystemManifests } from "./aks/system-manifests.ts";
export type { AksSystemOptions } from "./aks/system-options.ts";
export type { SystemObject } from "./aks/object-parts.ts";

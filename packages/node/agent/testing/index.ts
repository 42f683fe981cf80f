export {
  containerRequest,
  nodeRuntimeContract,
  type NodeRuntimeSubject,
  sandboxRequest,
} from "./node-runtime-contract.ts";

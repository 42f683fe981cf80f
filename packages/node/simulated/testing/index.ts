export { createNodeLab, describeNode, type NodeLab } from "./lab.ts";

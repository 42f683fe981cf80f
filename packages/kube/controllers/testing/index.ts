export { startTestCluster, type TestCluster } from "./cluster.ts";
export { makeNode, makePod, type NodeShape, type PodShape, runKubelets, runPod } from "./objects.ts";

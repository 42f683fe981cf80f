export { clusterFacts, poolFacts, subnetFacts } from "./facts.ts";

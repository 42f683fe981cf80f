export { sampleCloud, sampleOptions, sampleScope, sampleSubscription } from "./sample-cloud.ts";

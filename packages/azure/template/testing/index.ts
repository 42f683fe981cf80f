export { sampleCloud, sampleOptions, sampleScope, sampleSubscription } from "./sample-cloud.ts";
export { sampleOutput, sampleResource, sampleTemplate } from "./sample-template.ts";

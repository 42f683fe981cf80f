export { sampleParameters, sampleValue } from "./fill-parameters.ts";
export { sampleCloud, sampleOptions, sampleScope, sampleSubscription } from "./sample-cloud.ts";
export { sampleOutput, sampleResource, sampleTemplate } from "./sample-template.ts";

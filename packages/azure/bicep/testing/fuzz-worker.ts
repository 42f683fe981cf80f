/** One of the workers of fuzz.ts: compiles its share of the inputs and tells the parent where it is and what it found. */
import { parentPort, workerData } from "node:worker_threads";
import { loadResourceTypes, loadTemplateEvaluator } from "../index.ts";
import { openInputs, type FuzzFind, type FuzzShare } from "./fuzz-share.ts";
import { runFuzzInput } from "./fuzz-run.ts";

/** So many inputs are compiled once for each that is compiled twice. */
const doubledEvery = 16;

const share = workerData as FuzzShare;
const inputs = openInputs(share.source);
const options = { resourceTypes: await loadResourceTypes(), evaluator: await loadTemplateEvaluator() };
const place = new Int32Array(share.place);
let slowest = 0;
for (let turn = share.from; turn < inputs.count; turn += share.step) {
  Atomics.store(place, 0, turn);
  const { ms, fault } = runFuzzInput(inputs.input(turn), options, turn % doubledEvery === 0);
  slowest = Math.max(slowest, Math.round(ms));
  Atomics.store(place, 1, slowest);
  Atomics.add(place, 2, 1);
  if (fault !== undefined) parentPort?.postMessage({ turn, fault } satisfies FuzzFind);
}

import { createFakeClock, createSeededRandom } from "@byocni/base/core/testing";
import { nodeRuntimeContract } from "@byocni/node/agent/testing";
import { createSimulatedCluster } from "./cluster.ts";

nodeRuntimeContract("the simulated node", () => {
  const clock = createFakeClock();
  const cluster = createSimulatedCluster({
    clock,
    random: createSeededRandom(1),
    access: { get: () => Promise.resolve(undefined), patchNodeStatus: () => Promise.resolve() },
  });
  const runtime = cluster.createNode({ name: "node", ip: "10.224.0.4" });
  return Promise.resolve({
    runtime,
    image: "busybox",
    putFile(path, text) {
      runtime.disk.writeFile(`${path}.tmp`, text);
      runtime.disk.rename(`${path}.tmp`, path);
      return Promise.resolve();
    },
    removeFile(path) {
      runtime.disk.remove(path);
      return Promise.resolve();
    },
    settle: () => clock.advance(0),
    close: () => runtime.close(),
  });
});

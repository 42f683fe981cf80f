import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resources } from "@byocni/kube/client";
import { afterEach, expect, it } from "vitest";
import { createNodeLab, type NodeLab } from "./testing/index.ts";

const manifest = readFileSync(join(import.meta.dirname, "../../../examples/cni/reference-cni.yaml"), "utf8");
let lab: NodeLab | undefined;
afterEach(() => lab?.close());

const ready = (of: NodeLab): unknown =>
  of.api.list(resources.nodes).map((node) => node.status?.conditions?.find((one) => one.type === "Ready")?.status);

it("the reference CNI makes nodes Ready, with a pod range of their own each", async () => {
  lab = createNodeLab();
  const first = await lab.addNode("node-a");
  await lab.addNode("node-b");
  expect(ready(lab)).toEqual(["False", "False"]);
  await lab.apply(manifest);
  expect(ready(lab)).toEqual(["True", "True"]);
  expect(first.disk.readDirectory("/etc/cni/net.d")).toEqual(["10-byocni.conflist"]);
  await lab.run("node-a", "one", { containers: [{ name: "c", image: "nginx" }] });
  await lab.run("node-b", "two", { containers: [{ name: "c", image: "nginx" }] });
  expect(lab.pod("one")?.status?.podIP).toBe("10.244.4.2");
  expect(lab.pod("two")?.status?.podIP).toBe("10.244.5.2");
});

it("it runs on without using time, and a node that loses the file is NotReady again", async () => {
  lab = createNodeLab();
  const node = await lab.addNode("node-a");
  await lab.apply(manifest);
  await lab.settle(2 * 3600 * 1000);
  expect(lab.pod("byocni-reference-cni-0", "kube-system")?.status?.containerStatuses?.[0]?.restartCount).toBe(0);
  const result = await node.exec(["rm", "/etc/cni/net.d/10-byocni.conflist"]);
  await lab.settle();
  expect(result.exitCode).toBe(0);
  expect(ready(lab)).toEqual(["False"]);
});

it("it says which plugin a node lacks", async () => {
  lab = createNodeLab();
  const node = await lab.addNode("node-a");
  await node.exec(["rm", "/opt/cni/bin/portmap"]);
  await lab.apply(manifest);
  expect(ready(lab)).toEqual(["False"]);
  const status = lab.pod("byocni-reference-cni-0", "kube-system")?.status?.initContainerStatuses?.[0];
  expect(status?.lastState?.terminated?.exitCode ?? status?.state?.terminated?.exitCode).toBe(1);
});

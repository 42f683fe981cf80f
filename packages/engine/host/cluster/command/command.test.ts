import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLogger, systemClock, systemRandom } from "@byocni/base/core";
import { createMemoryStoreHost } from "@byocni/base/store";
import type { ClusterSpec, CommandResult } from "@byocni/azure/providers";
import { dataDirectoryAt } from "@byocni/engine/instance";
import { testPool, testSpec } from "../../testing/cluster-spec.ts";
import { type EngineClusterHost, createClusterHost } from "../cluster-host.ts";

/** A stand-in for kubectl that says how it was called. */
const client = `#!/bin/sh
echo "called with $*"
for word in "$@"; do case "$word" in -f) ;; */*) [ -f "$word" ] && cat "$word" ;; esac; done
[ -f a.yaml ] && cat a.yaml
grep -c client-certificate-data "$KUBECONFIG" >&2
[ "$1" = read ] && cat
[ "$1" = fail ] && exit 7
[ "$1" = slow ] && sleep 30
exit 0
`;

let folder = "";
let host: EngineClusterHost;
const path = process.env["PATH"];
const signal = new AbortController().signal;
const base = testSpec(testPool("nodepool1", 1));
const ready: ClusterSpec = { ...base, network: { ...base.network, plugin: "azure" } };

const openHost = (allowCommands?: boolean): Promise<EngineClusterHost> =>
  createClusterHost({
    directory: dataDirectoryAt(folder),
    stores: createMemoryStoreHost(),
    clock: systemClock,
    random: systemRandom,
    logger: silentLogger,
    ...(allowCommands === undefined ? {} : { allowCommands }),
  });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "byocni-command-test-"));
  mkdirSync(join(folder, "bin"));
  host = await openHost(true);
});
afterEach(async () => {
  await host.close();
  process.env["PATH"] = path;
  rmSync(folder, { recursive: true, force: true });
});

function installClient(): void {
  const file = join(folder, "bin", "kubectl");
  writeFileSync(file, client);
  chmodSync(file, 0o755);
  process.env["PATH"] = `${join(folder, "bin")}:${path ?? ""}`;
}

async function run(command: string, files: Readonly<Record<string, string>> = {}): Promise<CommandResult | undefined> {
  const id = systemRandom.uuid().replaceAll("-", "");
  expect(await host.runCommand?.(ready.uid, { id, command, files })).toBe(true);
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const result = await host.commandResult?.(ready.uid, id);
    if (result?.state !== "Running") return result;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("the command did not end");
}

const encoded = (text: string): string => Buffer.from(text).toString("base64");

it("runs the installed client in a pod, between programs of the shell", async () => {
  installClient();
  await host.apply(ready, signal);
  expect(await run("kubectl get nodes -o name | sed s/called/CALLED/; kubectl fail")).toMatchObject({
    state: "Succeeded",
    exitCode: 7,
    logs: expect.stringMatching(/CALLED with get nodes -o name[^]*called with fail/),
  });
});

it("gives the client attached files, what comes through a pipe, and the cluster's credentials", async () => {
  installClient();
  await host.apply(ready, signal);
  const result = await run("kubectl apply -f /command-files/sub/b.yaml; echo piped | kubectl read -f -", {
    "a.yaml": encoded("content: a\n"),
    "sub/b.yaml": encoded("content: b\n"),
  });
  expect(result?.logs?.split("\n")).toEqual(expect.arrayContaining(["content: a", "content: b", "piped", "1"]));
  // Paths of this machine are not shown.
  expect(result?.logs).toContain("called with apply -f /command-files/sub/b.yaml");
});

it("does not hand the user's line to a shell of this machine", async () => {
  installClient();
  await host.apply(ready, signal);
  const mark = join(folder, "mark");
  const result = await run(`touch ${mark}; kubectl get "$(echo x)" '; touch ${mark}'`);
  expect(result?.logs).toContain("called with get x ; touch");
  expect(() => rmSync(mark)).toThrow("ENOENT");
});

it("runs no program of this machine unless that is allowed", async () => {
  installClient();
  await host.close();
  host = await openHost();
  await host.apply(ready, signal);
  expect(await run("kubectl get nodes; echo shell goes on; helm list")).toMatchObject({
    exitCode: 126,
    logs: expect.stringMatching(
      /the kubectl of this machine. Allow it with: byocni up --allow-commands\nshell goes on/,
    ),
  });
});

it("says which client is missing", async () => {
  process.env["PATH"] = join(folder, "bin");
  await host.apply(ready, signal);
  expect(await run("kubectl get nodes")).toMatchObject({
    exitCode: 127,
    logs: expect.stringContaining("no kubectl on the PATH of the engine"),
  });
});

it("starts nothing where no node is Ready", async () => {
  await host.apply(base, signal);
  expect(await host.runCommand?.(base.uid, { id: "0".repeat(32), command: "kubectl get nodes", files: {} })).toBe(
    false,
  );
});

it("ends clients that run when the cluster goes", async () => {
  installClient();
  await host.apply(ready, signal);
  const id = "1".repeat(32);
  await host.runCommand?.(ready.uid, { id, command: "kubectl slow", files: {} });
  const before = Date.now();
  await host.delete(ready.uid);
  expect(Date.now() - before).toBeLessThan(5000);
  await expect(host.commandResult?.(ready.uid, id)).rejects.toThrow("there is no cluster");
});

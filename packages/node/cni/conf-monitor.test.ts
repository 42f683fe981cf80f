import { describe, expect, it } from "vitest";
import { createConfMonitor, type ConfMonitor, type DirectoryEvent } from "./conf-monitor.ts";
import type { AskPluginStatus } from "./network-status.ts";
import type { ContainerdProfile } from "./profile.ts";
import { createFileTable } from "./testing/index.ts";

const dir = "/etc/cni/net.d";
const notInitialized = "Network plugin returns error: cni plugin not initialized";
const conf = (name: string, version = "1.0.0", type = "bridge"): string =>
  `{"cniVersion":"${version}","name":"${name}","plugins":[{"type":"${type}"}]}`;

function setUp(profile: ContainerdProfile, files: Record<string, string> = {}, askStatus?: AskPluginStatus) {
  const view = createFileTable({ "/opt/cni/bin/bridge": "", ...files });
  const monitor = createConfMonitor({ view, profile, ...(askStatus ? { askStatus } : {}) });
  return { view, monitor };
}

/** What inotify says when a file is written with a temporary name and renamed in the same directory. */
const atomic = (name: string): DirectoryEvent[] => [
  { operation: "create", name: `${name}.tmp` },
  { operation: "write", name: `${name}.tmp` },
  { operation: "rename", name: `${name}.tmp` },
  { operation: "create", name },
];
const feed = (monitor: ConfMonitor, events: readonly DirectoryEvent[]): void => {
  for (const event of events) monitor.handle(event);
};
const profiles: ContainerdProfile[] = ["containerd-1.6", "containerd-1.7", "containerd-2.x"];

describe.each(profiles)("%s follows the directory", (profile) => {
  it("is not ready without configuration", () => {
    expect(setUp(profile).monitor.state()).toEqual({
      networkReady: false,
      reason: "NetworkPluginNotReady",
      message: notInitialized,
      lastCNILoadStatus: `cni config load failed: no network config found in ${dir}: cni plugin not initialized: failed to load cni config`,
    });
  });

  it("an atomic rename makes it ready", () => {
    const { view, monitor } = setUp(profile);
    view.files.set(`${dir}/10-a.conflist`, conf("a"));
    feed(monitor, atomic("10-a.conflist"));
    expect(monitor.state()).toEqual({
      networkReady: true,
      reason: "",
      message: "",
      lastCNILoadStatus: "OK",
      networkName: "a",
      file: `${dir}/10-a.conflist`,
    });
  });

  it.each<[string, DirectoryEvent[], boolean]>([
    [
      "written in place",
      [
        { operation: "create", name: "a" },
        { operation: "write", name: "a" },
      ],
      true,
    ],
    ["moved from another directory, a symbolic link, a hard link", [{ operation: "create", name: "a" }], false],
    [
      "the same, then touched",
      [
        { operation: "create", name: "a" },
        { operation: "chmod", name: "a" },
      ],
      false,
    ],
    [
      "the same, then another file is written",
      [
        { operation: "create", name: "a" },
        { operation: "write", name: "b" },
      ],
      true,
    ],
  ])("%s", (_, events, ready) => {
    const { view, monitor } = setUp(profile);
    view.files.set(`${dir}/10-a.conflist`, conf("a"));
    feed(monitor, events);
    expect(monitor.state().networkReady).toBe(ready);
  });

  it("a removed file and a spoilt file make it not ready, with the same message", () => {
    const { view, monitor } = setUp(profile, { [`${dir}/10-a.conflist`]: conf("a") });
    expect(monitor.state().networkReady).toBe(true);
    view.files.set(`${dir}/10-a.conflist`, "{oops");
    monitor.handle({ operation: "write", name: "10-a.conflist" });
    expect(monitor.state().message).toBe(notInitialized);
    expect(monitor.state().lastCNILoadStatus).toContain(
      "invalid character 'o' looking for beginning of object key string",
    );
    view.files.delete(`${dir}/10-a.conflist`);
    monitor.handle({ operation: "remove", name: "10-a.conflist" });
    expect(monitor.state().message).toBe(notInitialized);
    expect(monitor.network()).toBeUndefined();
  });

  it("the network switches silently to a file that sorts before", () => {
    const { view, monitor } = setUp(profile, { [`${dir}/10-a.conflist`]: conf("first") });
    view.files.set(`${dir}/05-b.conflist`, conf("second"));
    feed(monitor, atomic("05-b.conflist"));
    expect(monitor.state()).toMatchObject({ networkReady: true, networkName: "second" });
  });

  it("a bad 05 before a good 10 keeps it not ready until it is removed", () => {
    const { view, monitor } = setUp(profile, { [`${dir}/05-x.conflist`]: "{}", [`${dir}/10-y.conflist`]: conf("y") });
    expect(monitor.state().networkReady).toBe(false);
    view.files.delete(`${dir}/05-x.conflist`);
    monitor.handle({ operation: "remove", name: "05-x.conflist" });
    expect(monitor.state()).toMatchObject({ networkReady: true, networkName: "y" });
  });

  it("does not notice a directory that was removed and made again, until containerd restarts", () => {
    const { view, monitor } = setUp(profile, { [`${dir}/10-a.conflist`]: conf("a") });
    view.files.delete(`${dir}/10-a.conflist`);
    feed(monitor, [{ operation: "remove", name: "10-a.conflist" }, { operation: "remove" }]);
    expect(monitor.stopped()).toBe(
      profile === "containerd-2.x"
        ? "cni network conf monitor error: cni conf dir is removed, stop watching"
        : undefined,
    );
    view.files.set(`${dir}/10-a.conflist`, conf("a"));
    feed(monitor, atomic("10-a.conflist"));
    expect(monitor.state().networkReady).toBe(false);
    monitor.restart();
    expect(monitor.stopped()).toBeUndefined();
    expect(monitor.state().networkReady).toBe(true);
  });
});

describe("missing programs and STATUS", () => {
  it.each<[ContainerdProfile, string, string, string]>([
    ["containerd-1.6", "1.0.0", "azure-vnet", ""],
    ["containerd-1.7", "1.0.0", "azure-vnet", ""],
    ["containerd-2.x", "1.0.0", "azure-vnet", ""],
    ["containerd-1.6", "1.1.0", "azure-vnet", ""],
    ["containerd-1.7", "1.1.0", "azure-vnet", ""],
    [
      "containerd-2.x",
      "1.1.0",
      "azure-vnet",
      'Network plugin returns error: failed to find plugin "azure-vnet" in path [/opt/cni/bin]',
    ],
    ["containerd-2.x", "1.1.0", "bridge", ""],
    ["containerd-1.7", "9.9.9", "bridge", ""],
    ["containerd-2.x", "1.1.0", "../bridge", "Network plugin returns error: invalid plugin name: ../bridge"],
  ])("%s, cniVersion %s, type %s: %j", (profile, version, type, message) => {
    const { monitor } = setUp(profile, { [`${dir}/10-a.conflist`]: conf("a", version, type) });
    expect(monitor.state()).toMatchObject({ networkReady: message === "", message, lastCNILoadStatus: "OK" });
  });

  it("shows what the plugin's STATUS says, and its recovery at once", () => {
    let well = false;
    const asked: unknown[] = [];
    const { monitor } = setUp(
      "containerd-2.x",
      { [`${dir}/10-a.conflist`]: conf("a", "1.1.0") },
      (path, configuration) => {
        asked.push([path, configuration]);
        return well ? undefined : { code: 50, msg: "dataplane not ready", details: "agent socket missing" };
      },
    );
    expect(monitor.state().message).toBe("Network plugin returns error: dataplane not ready; agent socket missing");
    expect(asked[0]).toEqual(["/opt/cni/bin/bridge", { type: "bridge", name: "a", cniVersion: "1.1.0" }]);
    well = true;
    expect(monitor.state().networkReady).toBe(true);
  });

  it("older profiles never ask", () => {
    const ask: AskPluginStatus = () => ({ code: 50, msg: "no" });
    expect(
      setUp("containerd-1.7", { [`${dir}/10-a.conflist`]: conf("a", "1.1.0") }, ask).monitor.state().networkReady,
    ).toBe(true);
  });
});

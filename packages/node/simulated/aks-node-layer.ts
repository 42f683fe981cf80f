import { createFileTree } from "./files/file-tree.ts";
import type { DirectoryNode } from "./files/inode.ts";
import { binaryContent } from "./images/binary.ts";
import { standardPlugins } from "./network/standard-plugins.ts";

const folders = [
  "/boot",
  "/dev",
  "/etc/cni/net.d",
  "/etc/containerd",
  "/etc/kubernetes/volumeplugins",
  "/etc/systemd",
  "/home",
  "/lib/modules",
  "/lib/systemd",
  "/mnt",
  "/opt/cni/bin",
  "/proc/1/ns",
  "/proc/sys/net",
  "/proc/sys/kernel",
  "/root",
  "/run/containerd",
  "/run/netns",
  "/run/systemd",
  "/run/udev",
  "/sys/fs/bpf",
  "/sys/fs/cgroup",
  "/sys/kernel/debug",
  "/sys/kernel/security",
  "/tmp",
  "/usr/bin",
  "/usr/lib",
  "/usr/libexec",
  "/usr/local/bin",
  "/usr/local/sbin",
  "/usr/sbin",
  "/usr/src",
  "/var/lib/cni",
  "/var/lib/containerd",
  "/var/lib/kubelet/device-plugins",
  "/var/lib/kubelet/plugins",
  "/var/lib/kubelet/plugins_registry",
  "/var/lib/kubelet/pod-resources",
  "/var/lib/kubelet/pods",
  "/var/lib/waagent",
  "/var/log/pods",
];

/**
 * What the disk of an AKS node of a cluster without CNI holds, as far as pods look at it: the standard CNI plugins are
 * there, a CNI configuration is not (AgentBaker: cse_install.sh, cse_config.sh).
 */
export function aksNodeLayer(): DirectoryNode {
  const tree = createFileTree({ now: () => 0 });
  for (const folder of folders) tree.makeDirectory(folder, { parents: true });
  tree.makeSymlink("/run", "/var/run");
  for (const name of Object.keys(standardPlugins)) {
    tree.writeFile(`/opt/cni/bin/${name}`, binaryContent(name), { mode: 0o755 });
  }
  tree.writeFile("/etc/machine-id", "");
  tree.writeFile("/etc/localtime", "");
  tree.writeFile("/etc/hosts", "127.0.0.1 localhost\n");
  tree.writeFile("/etc/resolv.conf", "nameserver 168.63.129.16\n");
  tree.writeFile("/etc/os-release", 'NAME="Ubuntu"\nID=ubuntu\n');
  tree.writeFile("/etc/kubernetes/azure.json", "{}\n", { mode: 0o600 });
  return tree.root;
}

/** Folders that are empty after a reboot. */
export const volatileFolders: readonly string[] = ["/run", "/tmp", "/dev", "/proc", "/sys"];

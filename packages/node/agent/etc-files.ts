import type { PodFacts } from "./pod-fields.ts";

/** Azure's resolver, which the nodes themselves ask. */
const nodeResolver = "168.63.129.16";
const clusterDomain = "cluster.local";

const managedHosts = [
  "127.0.0.1\tlocalhost",
  "::1\tlocalhost ip6-localhost ip6-loopback",
  "fe00::0\tip6-localnet",
  "fe00::0\tip6-mcastprefix",
  "fe00::1\tip6-allnodes",
  "fe00::2\tip6-allrouters",
];

/** The files that kubelet and the runtime put under /etc of every container of a pod. */
export function etcFiles(
  { pod, podIps }: PodFacts,
  hostname: string,
  clusterDns: string,
): Readonly<Record<string, string>> {
  return {
    "/etc/hostname": `${hostname}\n`,
    "/etc/hosts": hosts(pod, podIps, hostname),
    "/etc/resolv.conf": resolvConf(pod, clusterDns),
  };
}

function hosts(pod: PodFacts["pod"], podIps: readonly string[], hostname: string): string {
  const { hostNetwork, subdomain, hostAliases = [] } = pod.spec;
  const lines = [`# Kubernetes-managed hosts file${hostNetwork === true ? " (host network)" : ""}.`, ...managedHosts];
  if (hostNetwork !== true) {
    const domain = `${subdomain ?? ""}.${pod.metadata.namespace ?? "default"}.svc.${clusterDomain}`;
    const names = subdomain ? `${hostname}.${domain}\t${hostname}` : hostname;
    lines.push(...podIps.map((ip) => `${ip}\t${names}`));
  }
  if (hostAliases.length > 0) lines.push("", "# Entries added by HostAliases.");
  lines.push(...hostAliases.map(({ ip, hostnames = [] }) => [ip, ...hostnames].join("\t")));
  return `${lines.join("\n")}\n`;
}

function resolvConf({ metadata, spec }: PodFacts["pod"], clusterDns: string): string {
  const { dnsPolicy = "ClusterFirst", dnsConfig = {}, hostNetwork } = spec;
  const ofCluster = dnsPolicy === "ClusterFirstWithHostNet" || (dnsPolicy === "ClusterFirst" && hostNetwork !== true);
  const services = `svc.${clusterDomain}`;
  const given =
    dnsPolicy === "None"
      ? { nameservers: [], searches: [], options: [] }
      : ofCluster
        ? {
            nameservers: [clusterDns],
            searches: [`${metadata.namespace ?? "default"}.${services}`, services, clusterDomain],
            options: ["ndots:5"],
          }
        : { nameservers: [nodeResolver], searches: [], options: [] };
  const searches = [...given.searches, ...(dnsConfig.searches ?? [])];
  const nameservers = [...given.nameservers, ...(dnsConfig.nameservers ?? [])];
  const own = (dnsConfig.options ?? []).map(({ name = "", value }) =>
    value === undefined ? name : `${name}:${value}`,
  );
  const replaced = new Set(own.map((option) => option.split(":")[0]));
  const options = [...given.options.filter((option) => !replaced.has(option.split(":")[0] ?? "")), ...own];
  return [
    ...(searches.length > 0 ? [`search ${[...new Set(searches)].join(" ")}`] : []),
    ...[...new Set(nameservers)].map((address) => `nameserver ${address}`),
    ...(options.length > 0 ? [`options ${options.join(" ")}`] : []),
    "",
  ].join("\n");
}

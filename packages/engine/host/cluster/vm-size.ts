/** What a machine has, as far as scheduling looks at it. */
export interface MachineSize {
  readonly cpus: number;
  readonly memoryBytes: number;
}

const gib = 1024 ** 3;

/** GiB a vCPU in the families whose name carries the number of vCPUs (Azure's size tables). */
const familyRatio: Readonly<Record<string, number>> = { A: 2, B: 4, D: 4, E: 8, F: 2, L: 8, M: 28, N: 6 };

/** Older sizes whose number is a rank: vCPUs and GiB. */
const ranked: Readonly<Record<string, readonly [cpus: number, gib: number]>> = {
  D1: [1, 3.5],
  D2: [2, 7],
  D3: [4, 14],
  D4: [8, 28],
  D5: [16, 56],
  D11: [2, 14],
  D12: [4, 28],
  D13: [8, 56],
  D14: [16, 112],
  D15: [20, 140],
};

/**
 * vCPUs and memory of a size by its name: `Standard_D4ds_v5` has 4 vCPUs and 16 GiB. A name that does not say gets those
 * of a small machine: pods are scheduled, nothing is refused for it.
 */
export function machineSize(vmSize: string): MachineSize {
  const match = /^(?:Standard|Basic)_([A-Z]+?)(S?)(\d+)([a-z]*)(?:[-_].*)?$/.exec(vmSize);
  const [, letters = "", old = "", digits = "", suffix = ""] = match ?? [];
  const family = letters.slice(0, 1);
  const legacy = letters === "D" && (old === "S" || vmSize.endsWith("_v2")) ? ranked[`D${digits}`] : undefined;
  if (legacy) return { cpus: legacy[0], memoryBytes: legacy[1] * gib };
  const cpus = Number(digits);
  const ratio = familyRatio[family];
  if (!match || cpus === 0 || ratio === undefined) return { cpus: 2, memoryBytes: 8 * gib };
  // B-series: `ms` has twice the memory of `s`; `l` halves the memory of newer sizes.
  const factor =
    family === "B" && !suffix.includes("m") && !vmSize.endsWith("_v2") ? 0.5 : suffix.includes("l") ? 0.5 : 1;
  return { cpus, memoryBytes: cpus * ratio * factor * gib };
}

/** CPU that AKS reserves for kubelet and system, in millicores, by the number of vCPUs. */
function reservedMillicores(cpus: number): number {
  const table = [
    [1, 60],
    [2, 100],
    [4, 140],
    [8, 180],
    [16, 260],
    [32, 420],
    [64, 740],
  ] as const;
  return table.find(([limit]) => cpus <= limit)?.[1] ?? 740;
}

/** Memory that AKS reserves: 20 MB a pod and 50 MB, a quarter of the machine at the most; 100 MiB are the eviction limit. */
function reservedBytes(memoryBytes: number, maxPods: number): number {
  return Math.min((20 * maxPods + 50) * 1_000_000, memoryBytes / 4) + 100 * 1024 ** 2;
}

/** `status.capacity` and `status.allocatable` of a node. */
export function nodeResources({ cpus, memoryBytes }: MachineSize, maxPods: number, osDiskSizeGB: number) {
  // The kernel keeps a part of the memory to itself.
  const visible = Math.round((memoryBytes * 0.975) / 1024);
  const disk = Math.round((osDiskSizeGB * gib * 0.965) / 1024);
  const common = { "hugepages-1Gi": "0", "hugepages-2Mi": "0", pods: String(maxPods) };
  return {
    capacity: { cpu: String(cpus), "ephemeral-storage": `${disk}Ki`, memory: `${visible}Ki`, ...common },
    allocatable: {
      cpu: `${cpus * 1000 - reservedMillicores(cpus)}m`,
      "ephemeral-storage": String(Math.round(disk * 1024 * 0.9)),
      memory: `${Math.max(0, visible - Math.round(reservedBytes(memoryBytes, maxPods) / 1024))}Ki`,
      ...common,
    },
  };
}

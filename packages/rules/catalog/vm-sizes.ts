/** What a VM size offers, as far as its name tells. */
export interface VmSize {
  readonly vcpus: number;
  readonly memoryGB: number;
  /** First letters of the name: `D`, `DS`, `B`. */
  readonly family: string;
}

/** GB of memory for each vCPU, by family; where the figure differs inside a family the smallest is given. */
const memoryPerVcpu: Readonly<Record<string, number>> = {
  A: 2,
  D: 4,
  DC: 4,
  E: 8,
  EC: 8,
  F: 2,
  FX: 21,
  G: 14,
  GS: 14,
  H: 7,
  L: 8,
  M: 14,
  NC: 8,
  ND: 8,
  NV: 7,
};

/** Sizes of the first D series do not carry their number of vCPUs in the name. */
const oldD: Readonly<Record<number, readonly [vcpus: number, memoryGB: number]>> = {
  1: [1, 3.5],
  2: [2, 7],
  3: [4, 14],
  4: [8, 28],
  5: [16, 56],
  11: [2, 14],
  12: [4, 28],
  13: [8, 56],
  14: [16, 112],
  15: [20, 140],
};

/** B series: memory by number and suffix (`ls`, `s`, `ms`). */
const oldB: Readonly<Record<string, number>> = {
  "1ls": 0.5,
  "1s": 1,
  "1ms": 2,
  "2s": 4,
  "2ms": 8,
  "4ms": 16,
  "8ms": 32,
};

const shape = /^(?:Standard|Basic)_([A-Z]+)(\d+)(?:-(\d+))?([a-z]*)(?:_(.*))?$/i;

/**
 * Reads a VM size from its name (`Standard_D4ds_v5`).
 * @returns undefined when the name is of no known form; the figures are then unknown, not zero.
 */
export function vmSize(name: string): VmSize | undefined {
  const match = shape.exec(name);
  if (!match) return undefined;
  const [, letters = "", digits = "", constrained, suffix = "", rest = ""] = match;
  const family = letters.toUpperCase();
  const number = Number(digits);
  const vcpus = constrained === undefined ? number : Number(constrained);
  const generation = /^v(\d+)/i.exec(rest)?.[1];
  if ((family === "D" || family === "DS") && (generation === undefined || generation === "2") && oldD[number]) {
    const [cores, memoryGB] = oldD[number];
    return { vcpus: constrained === undefined ? cores : vcpus, memoryGB, family };
  }
  if (family === "B") {
    const memoryGB =
      generation === undefined ? oldB[`${digits}${suffix.toLowerCase()}`] : /l/i.test(suffix) ? 2 * vcpus : 4 * vcpus;
    return { vcpus, memoryGB: memoryGB ?? 4 * vcpus, family };
  }
  const base = memoryPerVcpu[family] ?? memoryPerVcpu[family.replace(/S$/, "")];
  if (base === undefined) return undefined;
  return { vcpus, memoryGB: (/l/i.test(suffix) ? 2 : base) * number, family };
}

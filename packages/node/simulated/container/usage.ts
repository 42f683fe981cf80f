import { createHash } from "node:crypto";
import { quantityToMilli } from "@byocni/kube/schema";
import type { ResourceUsage } from "@byocni/node/agent";
import type { Container } from "@byocni/kube/client";

/** The parts of one that a simulated container uses of what it asks for. */
const usedShare = { cpu: 0.1, memory: 0.5 };
/** What one uses that asks for nothing. */
const idle: ResourceUsage = { cpuNanocores: 1_000_000, memoryBytes: 12 * 2 ** 20 };

/**
 * A stand-in for what a container would use: a share of what it requests, different from pod to pod, the same at every
 * look and never above a limit. Nothing is measured: simulated programs use next to nothing.
 */
export function simulatedUsage(spec: Container, seed: string): ResourceUsage {
  const spread = 0.8 + 0.4 * ((createHash("sha256").update(seed).digest()[0] ?? 0) / 255);
  const { requests, limits } = spec.resources ?? {};
  const of = (name: "cpu" | "memory", unit: number, otherwise: number): number => {
    const asked = quantityToMilli(requests?.[name]) / 1000;
    const limit = limits?.[name] === undefined ? Number.POSITIVE_INFINITY : quantityToMilli(limits[name]) / 1000;
    const wanted = (asked > 0 ? asked * unit * usedShare[name] : otherwise) * spread;
    return Math.round(Math.min(wanted, limit * unit));
  };
  return {
    cpuNanocores: of("cpu", 1e9, idle.cpuNanocores),
    memoryBytes: of("memory", 1, idle.memoryBytes),
  };
}

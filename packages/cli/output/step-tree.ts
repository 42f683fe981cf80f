import type { Styles } from "./output.ts";

/** A step as it is drawn. */
export interface DrawnStep {
  readonly type: string;
  readonly name: string;
  readonly state: string;
  readonly duration: string;
  readonly children: readonly DrawnStep[];
}

/** `PT1M2.3S` as people write it: `1 min 2.3 s`. */
export function readableDuration(iso: string): string {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(iso);
  if (!match) return "";
  const [, days, hours, minutes, seconds] = match;
  const parts = [days && `${days} d`, hours && `${hours} h`, minutes && `${minutes} min`];
  const second = seconds && Number(seconds) > 0 ? `${Math.round(Number(seconds) * 10) / 10} s` : "";
  return [...parts, second].filter(Boolean).join(" ") || "0 s";
}

/** One line a step, those of nested deployments beneath theirs. */
export function stepLines(steps: readonly DrawnStep[], styles: Styles): readonly string[] {
  const width = (one: DrawnStep, depth: number): number =>
    Math.max(labelOf(one).length + depth * 2, ...one.children.map((child) => width(child, depth + 1)));
  const widest = Math.max(0, ...steps.map((one) => width(one, 0)));
  const draw = (one: DrawnStep, depth: number): readonly string[] => {
    const indent = "  ".repeat(depth);
    const label = labelOf(one).padEnd(widest - depth * 2);
    const time = one.state === "Running" ? "" : readableDuration(one.duration);
    const line = `${indent}${markOf(one.state, styles)} ${label}   ${one.state.padEnd(9)}   ${styles.dim(time)}`;
    return [line.trimEnd(), ...one.children.flatMap((child) => draw(child, depth + 1))];
  };
  return steps.flatMap((one) => draw(one, 0));
}

function labelOf({ type, name }: DrawnStep): string {
  return `${type} ${name}`;
}

function markOf(state: string, styles: Styles): string {
  switch (state) {
    case "Succeeded":
      return styles.green("✓");
    case "Failed":
      return styles.red("✗");
    case "Canceled":
      return styles.yellow("-");
    default:
      return styles.cyan("…");
  }
}

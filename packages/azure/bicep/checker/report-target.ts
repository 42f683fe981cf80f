import type { Span } from "@byocni/base/lang";
import type { Target } from "../model/model.ts";
import type { Checker } from "./checker.ts";

/** Reports why a reference to another file leads nowhere. A path that could not be read was reported by the parser. */
export function reportTarget(
  c: Checker,
  at: Span & { readonly kind: string },
  { code, message }: Extract<Target, { kind: "problem" }>,
): void {
  if (at.kind === "error") return;
  const { collector, source } = c.model;
  collector.add({ code, level: "error", message, source, span: { start: at.start, end: at.end } });
}

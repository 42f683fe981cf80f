import type { DiagnosticLevel, Span } from "@byocni/base/lang";
import type { Checker } from "../checker/checker.ts";
import type { JsonObject } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import type { SyntaxNode } from "../syntax/index.ts";

/** What a rule looks at, and how it says what it found. */
export interface LintContext {
  readonly model: FileModel;
  readonly checker: Checker;
  /** What `bicepconfig.json` says of the rule. */
  readonly options: JsonObject;
  report(span: Span, message: string): void;
}

/** A rule of the linter; codes, texts and levels are those of the Bicep compiler. */
export interface LintRule {
  readonly code: string;
  /** Unless `bicepconfig.json` says otherwise. */
  readonly level: DiagnosticLevel;
  check(c: LintContext): void;
}

/** Calls `visit` with a node and all that is in it, in the order of the text; what is in one for which it returns false is left out. */
export function visitNodes(model: FileModel, root: SyntaxNode, visit: (node: SyntaxNode) => boolean | void): void {
  const { nodes, extent } = model.bindings;
  const { start, end } = extent(root);
  for (let at = start; at < end; at++) {
    const node = nodes[at];
    if (node && visit(node) === false) at = extent(node).end - 1;
  }
}

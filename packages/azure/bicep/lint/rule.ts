import type { DiagnosticLevel, Span } from "@byocni/base/lang";
import type { Checker } from "../checker/checker.ts";
import type { JsonObject } from "../files/json.ts";
import type { FileModel } from "../model/model.ts";
import { forEachChild, type SyntaxNode } from "../syntax/index.ts";

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

/** Calls `visit` with every node of a file; nodes below one for which it returns false are left out. */
export function visitNodes(root: SyntaxNode, visit: (node: SyntaxNode) => boolean | void): void {
  if (visit(root) === false) return;
  forEachChild(root, (child) => visitNodes(child, visit));
}

/** Calls `visit` with every node of a file. */
export function visitFile(model: FileModel, visit: (node: SyntaxNode) => boolean | void): void {
  for (const statement of model.tree.statements) visitNodes(statement, visit);
}

import type { FileModel, Program } from "../model/model.ts";
import type { Statement } from "../syntax/index.ts";

function referenced(program: Program, model: FileModel): readonly FileModel[] {
  return model.tree.statements.flatMap((statement: Statement) => {
    const path =
      statement.kind === "module-declaration" ||
      statement.kind === "test-declaration" ||
      statement.kind === "import-declaration" ||
      statement.kind === "extends-declaration"
        ? statement.path
        : statement.kind === "using-declaration" && statement.path !== "none"
          ? statement.path
          : undefined;
    const target = path && program.target(model, path);
    return target?.kind === "bicep" ? [target.model] : [];
  });
}

/** All files that a file needs, itself last: each after those that it refers to (cycles aside). */
export function moduleFiles(program: Program, root: FileModel): readonly FileModel[] {
  const order: FileModel[] = [];
  const seen = new Set([root]);
  const stack: { readonly model: FileModel; readonly rest: readonly FileModel[]; next: number }[] = [
    { model: root, rest: referenced(program, root), next: 0 },
  ];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.rest[top.next++];
    if (next === undefined) {
      order.push(top.model);
      stack.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      stack.push({ model: next, rest: referenced(program, next), next: 0 });
    }
  }
  return order;
}

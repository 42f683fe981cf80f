import { findDecorator } from "../checker/decorators.ts";
import { formatBicep } from "../format/format.ts";
import type { FileModel } from "../model/model.ts";
import type { ParameterSymbol } from "../symbols/index.ts";
import { keyText, type Expression, type PropertyNode, type TypeNode } from "../syntax/index.ts";

/** A `.bicepparam` file to be filled in. What cannot be known is a question mark with a comment. */
export function placeholderBicep(model: FileModel, parameters: readonly ParameterSymbol[], fileName: string): string {
  const comments: string[] = [];
  // A name stands for each question mark while the text is laid out.
  const name = (index: number): string => `todo_${index}_${model.source.text.length}`;
  const ask = (comment: string): string => name(comments.push(comment) - 1);
  const lines = parameters.map((symbol) => `param ${symbol.name} = ${valueOf({ model, ask }, symbol)}`);
  const text = `using './${fileName.replaceAll("'", String.raw`\'`)}'\n\n${lines.join("\n")}`;
  const formatted = formatBicep(text, "parameters");
  return `${comments.reduce((all, comment, index) => all.replace(name(index), () => `? /*${comment}*/`), formatted)}\n`;
}

interface Writing {
  readonly model: FileModel;
  /** Something that the user has to fill in, and what is said of it. */
  readonly ask: (comment: string) => string;
}

function valueOf(w: Writing, { node }: ParameterSymbol): string {
  if (node.defaultValue) return defaultText(w, node.defaultValue);
  const allowed = findDecorator(node.decorators, "allowed")?.args[0];
  const [first] = allowed?.kind === "array" ? allowed.items : [];
  return typeText(w, node.type, first?.kind === "spread" ? undefined : first);
}

function textOf(model: FileModel, node: { readonly start: number; readonly end: number }): string {
  return model.source.text.slice(node.start, node.end);
}

function objectText(members: readonly string[]): string {
  return members.length === 0 ? "{}" : `{\n${members.join("\n")}\n}`;
}

function callComment(w: Writing, name: string): string {
  return w.ask(` TODO : please fix the value assigned to this parameter \`${name}()\` `);
}

/** A default value as it is written, but for calls: they are not for parameters files. */
function defaultText(w: Writing, node: Expression): string {
  switch (node.kind) {
    case "call":
      return callComment(w, node.name.name);
    case "array": {
      const items = node.items.map((item) =>
        item.kind === "call" ? callComment(w, item.name.name) : textOf(w.model, item),
      );
      return items.length === 0 ? "[]" : `[\n${items.join("\n")}\n]`;
    }
    case "object":
      return objectText(
        node.members.map((member) =>
          member.kind === "property"
            ? `${textOf(w.model, member.key)}: ${defaultText(w, member.value)}`
            : textOf(w.model, member),
        ),
      );
    default:
      return textOf(w.model, node);
  }
}

function typeText(w: Writing, node: TypeNode, first: Expression | undefined): string {
  if (node.kind === "object-type") {
    return objectText(
      node.members.flatMap((member) =>
        member.kind === "type-property"
          ? [`${keySource(w.model, member.key)}: ${typeText(w, member.type, undefined)}`]
          : [],
      ),
    );
  }
  if (node.kind !== "type-name") {
    return w.ask(` TODO: fix the value assigned to this parameter \`${textOf(w.model, node)}\` `);
  }
  switch (node.name.name) {
    case "int":
      return first?.kind === "integer" ? first.value.toString() : "0";
    case "bool":
      return "false";
    case "array":
      return "[]";
    case "object":
      return "{}";
    default:
      return first?.kind === "string" ? textOf(w.model, first) : "''";
  }
}

function keySource(model: FileModel, key: PropertyNode["key"]): string {
  return keyText(key) === undefined ? "''" : textOf(model, key);
}

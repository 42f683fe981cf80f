/** A piece of a word. `quoted` pieces are neither split at blanks nor matched as file patterns. */
export type WordPart =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
      readonly kind: "parameter";
      readonly name: string;
      /** `:-`, `-`, `:=`, `=`, `:?`, `?`, `:+`, `+`, `#`, `##`, `%`, `%%`, `/`, `//`, `:`, or `length`. */
      readonly operator?: string;
      readonly operand?: Word;
      readonly quoted: boolean;
    }
  | { readonly kind: "command"; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: "arithmetic"; readonly expression: Word; readonly quoted: boolean };

export type Word = readonly WordPart[];

export interface Redirect {
  /** The descriptor; `both` is `&>`. */
  readonly descriptor: number | "both";
  readonly operator: "<" | ">" | ">>" | "<<" | "<<<" | ">&" | "<&";
  /** A file, a descriptor number, or the text of a here-document. */
  readonly target: Word;
}

export type Command =
  | {
      readonly kind: "simple";
      readonly assignments: readonly { readonly name: string; readonly value: Word; readonly append: boolean }[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  | { readonly kind: "pipeline"; readonly commands: readonly Command[]; readonly negated: boolean }
  | { readonly kind: "and-or"; readonly left: Command; readonly operator: "&&" | "||"; readonly right: Command }
  | {
      readonly kind: "group";
      readonly body: Script;
      readonly subshell: boolean;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise?: Script;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: "loop";
      readonly condition: Script;
      readonly until: boolean;
      readonly body: Script;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: "for";
      readonly name: string;
      /** Absent: the positional parameters. */
      readonly words?: readonly Word[];
      readonly body: Script;
      readonly redirects: readonly Redirect[];
    }
  | {
      readonly kind: "case";
      readonly subject: Word;
      readonly branches: readonly { readonly patterns: readonly Word[]; readonly body: Script }[];
      readonly redirects: readonly Redirect[];
    }
  | { readonly kind: "condition"; readonly words: readonly Word[]; readonly redirects: readonly Redirect[] }
  | { readonly kind: "arithmetic"; readonly expression: Word; readonly redirects: readonly Redirect[] }
  | { readonly kind: "function"; readonly name: string; readonly body: Command };

export interface Step {
  readonly command: Command;
  /** Followed by `&`. */
  readonly background: boolean;
}

export type Script = readonly Step[];

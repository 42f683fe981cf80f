import type { CompletionNode, Word } from "./words.ts";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** A script that completes the words of commands, their options, and the values that an option allows. */
export function completionScript(shell: Shell, nodes: readonly CompletionNode[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](nodes);
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Cases of `command option` → its values, and of `command` → its words. */
function tables(nodes: readonly CompletionNode[]): { readonly choices: string; readonly words: string } {
  const choices = nodes.flatMap(({ path, words }) =>
    words
      .filter((word) => word.choices.length > 0)
      .map((word) => `    ${quote(`${path} ${word.text}`)}) values=${quote(word.choices.join(" "))} ;;`),
  );
  const words = nodes.map(
    ({ path, words: list }) => `    ${quote(path)}) words=${quote(list.map(({ text }) => text).join(" "))} ;;`,
  );
  return { choices: choices.join("\n"), words: words.join("\n") };
}

function bashScript(nodes: readonly CompletionNode[]): string {
  const { choices, words } = tables(nodes);
  const paths = nodes.map(({ path }) => quote(path)).join("|");
  return `# bash completion of byocni: source <(byocni completion bash)
_byocni() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" next word words="" values=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in ${paths}) path="$next" ;; *) break ;; esac
  done
  case "$path $previous" in
${choices}
  esac
  if [ -n "$values" ]; then COMPREPLY=($(compgen -W "$values" -- "$current")); return; fi
  case "$path" in
${words}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _byocni byocni
`;
}

function zshScript(nodes: readonly CompletionNode[]): string {
  const { choices } = tables(nodes);
  const describe = ({ text, description }: Word): string =>
    quote(`${text.replaceAll(":", String.raw`\:`)}:${description}`);
  const words = nodes.map(
    ({ path, words: list }) => `    ${quote(path)}) entries=(${list.map(describe).join(" ")}) ;;`,
  );
  const paths = nodes.map(({ path }) => quote(path)).join("|");
  return `#compdef byocni
# zsh completion of byocni: source <(byocni completion zsh)
_byocni() {
  local path_of="" next word values=""
  local -a entries
  for word in "\${words[@]:1:CURRENT-2}"; do
    next="\${path_of:+$path_of }$word"
    case "$next" in ${paths}) path_of="$next" ;; *) break ;; esac
  done
  case "$path_of \${words[CURRENT-1]}" in
${choices}
  esac
  if [ -n "$values" ]; then compadd -- \${=values}; return; fi
  case "$path_of" in
${words.join("\n")}
  esac
  _describe 'byocni' entries
  _files
}
if [ "\${funcstack[1]}" = "_byocni" ]; then _byocni "$@"; else compdef _byocni byocni; fi
`;
}

function fishScript(nodes: readonly CompletionNode[]): string {
  const lines = nodes.flatMap(({ path, words }) => words.map((word) => fishLine(path, word, nodes)));
  const cases = nodes.filter(({ path }) => path !== "").map(({ path }) => quote(path));
  return `# fish completion of byocni: byocni completion fish | source
function __byocni_path
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim "$path $word")
    switch $next
      case ${cases.join(" ")}
        set path $next
      case '*'
        break
    end
  end
  echo $path
end
${lines.join("\n")}
`;
}

function fishLine(path: string, { text, description, takesValue, choices }: Word, nodes: readonly CompletionNode[]) {
  const condition = `-n ${quote(`test (__byocni_path) = "${path}"`)}`;
  const about = `-d ${quote(description)}`;
  if (!text.startsWith("-")) return `complete -c byocni -f ${condition} -a ${text} ${about}`;
  const name = text.startsWith("--") ? `-l ${text.slice(2)}` : `-s ${text.slice(1)}`;
  const values = choices.length > 0 ? ` -x -a ${quote(choices.join(" "))}` : takesValue ? " -r" : "";
  const isGroup = nodes.some((node) => node.path.startsWith(`${path} `));
  return `complete -c byocni ${isGroup ? "-f " : ""}${condition} ${name}${values} ${about}`;
}

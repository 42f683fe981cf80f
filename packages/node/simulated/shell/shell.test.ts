import { systemClock } from "@byocni/base/core";
import { createFakeClock } from "@byocni/base/core/testing";
import { describe, expect, it } from "vitest";
import { createFileTree } from "../files/file-tree.ts";
import { commonPrograms } from "../programs/index.ts";
import { createInput, runShell } from "./index.ts";

async function run(script: string, options: { env?: Record<string, string>; files?: Record<string, string> } = {}) {
  const files = createFileTree({ now: () => 0 });
  for (const folder of ["/tmp", "/etc/cni/net.d", "/dev"]) files.makeDirectory(folder, { parents: true });
  for (const [path, text] of Object.entries(options.files ?? {})) files.writeFile(path, text);
  let out = "";
  let err = "";
  const status = await runShell(
    { script, environment: new Map(Object.entries(options.env ?? {})) },
    {
      files,
      clock: systemClock,
      signal: new AbortController().signal,
      findProgram: (name) => commonPrograms[name],
      meter: { steps: 0 },
    },
    { input: createInput(""), out: (text) => void (out += text), err: (text) => void (err += text) },
  );
  return { status, out, err, files };
}

describe("what a script prints", () => {
  it.each([
    ["echo hello   world", "hello world\n"],
    ["echo 'a  b' \"c  d\" e\\ f", "a  b c  d e f\n"],
    ['X=1; Y="$X-${X}2"; echo $Y', "1-12\n"],
    ["echo ${NONE:-fallback} ${A:+yes} ${A-unset}", "fallback yes a\n", { A: "a" }],
    ["echo ${#A} ${A%.*} ${A%%.*} ${A#*.} ${A##*.}", "5 a.b a b.c c\n", { A: "a.b.c" }],
    ['echo "${A##*.} ${A%%.*} ${A#"a."}"', "c a b.c\n", { A: "a.b.c" }],
    ["sleep 0 & wait $!; echo waited", "waited\n"],
    ["echo ${P/b/X} ${P//b/X} ${P:1:2}", "aXcb aXcX bc\n", { P: "abcb" }],
    ["echo $((1 + 2 * 3)) $(( (1+2)*3 % 4 ))", "7 1\n"],
    ["i=0; while [ $i -lt 3 ]; do i=$((i+1)); printf '%s,' $i; done", "1,2,3,"],
    ["for x in a b c; do [ $x = b ] && continue; echo $x; done", "a\nc\n"],
    ["for x in 1 2 3; do if test $x -eq 2; then break; fi; echo $x; done; echo end", "1\nend\n"],
    ["case abc in x) echo x;; a*|b) echo ab;; *) echo other;; esac", "ab\n"],
    ["f() { local v=inner; echo $1 $# $v; return 3; }; v=outer; f one two; echo $? $v", "one 2 inner\n3 outer\n"],
    ["false || echo or; true && echo and; ! false && echo not", "or\nand\nnot\n"],
    ["(cd /tmp; X=2; pwd); pwd; echo ${X:-none}", "/tmp\n/\nnone\n"],
    ["echo one two three | cut -d' ' -f2 | tr a-z A-Z", "TWO\n"],
    ["printf '%s\\n' b a c | sort | head -n 2", "a\nb\n"],
    ["cat <<EOF\nvalue=$A\n$(echo sub)\nEOF\necho after", "value=a\nsub\nafter\n", { A: "a" }],
    ["cat <<'EOF'\n$A\nEOF", "$A\n", { A: "a" }],
    ["cat <<-END\n\t\tindented\n\tEND", "indented\n"],
    ["if [[ $A == a* && -z $B ]]; then echo yes; fi", "yes\n", { A: "abc" }],
    ["[[ 'a b' =~ ^a ]] && echo match", "match\n"],
    ["echo `echo back`", "back\n"],
    ['set -- a \'b c\'; for x in "$@"; do echo "<$x>"; done; shift; echo $#', "<a>\n<b c>\n1\n"],
    ["echo a; # comment\necho b", "a\nb\n"],
    ["x=$(cat /nope 2>/dev/null || echo none); echo $x", "none\n"],
    ["until false; do echo once; break; done", "once\n"],
    ["{ echo a; echo b; } | wc -l", "2\n"],
    ["echo a >&2 2>&1; echo b", "b\n"],
    ["IFS=,; for x in $L; do echo [$x]; done", "[a]\n[b]\n", { L: "a,b" }],
    ["echo 'a=1' | while IFS='=' read -r k v; do echo $v $k; done", "1 a\n"],
    ["trap 'echo bye' EXIT; echo hi", "hi\nbye\n"],
    ["echo '{\"mtu\": __MTU__}' | sed -e 's/__MTU__/1450/' -e 's/\"/q/g'", "{qmtuq: 1450}\n"],
    ["printf 'a\\nb\\nc\\n' | sed -n '2p'; printf 'a\\nb\\n' | sed '/a/d'", "b\nb\n"],
    ["echo key: value | awk '{print $2}'", "value\n"],
    ["echo a{b", "a{b\n"],
    ['var="a b"; set -- $var; echo $1', "a\n"],
    ['echo "${A:-"x y"}"', "x y\n"],
  ] as readonly [string, string, Record<string, string>?][])("%s", async (script, expected, env) => {
    const { out, err } = await run(script, env ? { env } : {});
    expect({ out, err: err.replace("a\n", "") }).toEqual({ out: expected, err: "" });
  });
});

describe("how a script ends", () => {
  it.each([
    ["exit 3", 3],
    ["false", 1],
    ["nosuch", 127],
    ["set -e; false; true", 1],
    ["set -e; false || true; if false; then :; fi; ! true; true", 0],
    ["set -e; x=$(false); true", 1],
    ["set -u; echo $NOPE", 2],
    ["set -o pipefail; false | true", 1],
    ["if", 2],
    ["echo 'open", 2],
    ["cat /nope", 1],
    ["exec false", 1],
    ["f() { return 4; }; f", 4],
    [": ${NEED:?must be set}", 2],
  ])("%s: %i", async (script, status) => {
    expect((await run(script)).status).toBe(status);
  });

  it("says what it cannot do", async () => {
    expect((await run("nosuch")).err).toBe("sh: nosuch: not found\n");
    expect((await run("cp /a /b")).err).toBe("cp: can't stat '/a': No such file or directory\n");
    expect((await run("echo x > /no/such/dir")).err).toBe("sh: can't create /no/such/dir: No such file or directory\n");
  });
});

describe("what a script leaves behind", () => {
  it("kube-router's installer", async () => {
    const script =
      "set -e -x; if [ ! -f /etc/cni/net.d/10-kuberouter.conflist ]; then if [ -f /etc/cni/net.d/*.conf ]; then rm -f /etc/cni/net.d/*.conf; fi; TMP=/etc/cni/net.d/.tmp-cfg; cp /cni-conf.json ${TMP}; mv ${TMP} /etc/cni/net.d/10-kuberouter.conflist; fi; if [ -x /usr/local/bin/cni-install ]; then /usr/local/bin/cni-install; fi;";
    const { status, files } = await run(script, { files: { "/cni-conf.json": "{}", "/etc/cni/net.d/old.conf": "x" } });
    expect(status).toBe(0);
    expect(files.readDirectory("/etc/cni/net.d")).toEqual(["10-kuberouter.conflist"]);
  });

  it.each<[string, Record<string, string>]>([
    ["echo a > /tmp/x; echo b >> /tmp/x", { "/tmp/x": "a\nb\n" }],
    ["mkdir -p /a/b/c && touch /a/b/c/f && cp -r /a /tmp/", { "/tmp/a/b/c/f": "" }],
    ["printf 'x=1\\n' > /tmp/f; sed -i 's/1/2/' /tmp/f", { "/tmp/f": "x=2\n" }],
    ["echo one | tee /tmp/t > /tmp/u", { "/tmp/t": "one\n", "/tmp/u": "one\n" }],
    ['cat > /tmp/h <<EOF\n{"a":\n 1}\nEOF', { "/tmp/h": '{"a":\n 1}\n' }],
    [
      "echo x > /tmp/a; ln -s /tmp/a /tmp/l; cat /tmp/l > /tmp/c; install -m 755 /tmp/a /tmp/d",
      { "/tmp/c": "x\n", "/tmp/d": "x\n" },
    ],
  ])("%s", async (script, expected) => {
    const { files, err } = await run(script);
    expect(err).toBe("");
    for (const [path, text] of Object.entries(expected)) expect(files.readText(path)).toBe(text);
  });
});

it("sleeps on the clock, and a busy loop cannot hold the process", async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  let out = "";
  const host = {
    files: createFileTree({ now: () => 0 }),
    clock,
    signal: controller.signal,
    findProgram: (name: string) => commonPrograms[name],
    meter: { steps: 0 },
  };
  const streams = { input: createInput(""), out: (text: string) => void (out += text), err: () => {} };
  const sleeping = runShell({ script: "sleep 1m; echo done", environment: new Map() }, host, streams);
  await clock.advance(59_999);
  expect(out).toBe("");
  await clock.advance(1);
  await sleeping;
  expect(out).toBe("done\n");
  const busy = runShell({ script: "while true; do :; done", environment: new Map() }, host, streams);
  busy.catch(() => {});
  await clock.advance(10_000);
  controller.abort(new Error("killed"));
  await expect(busy).rejects.toThrow("killed");
});

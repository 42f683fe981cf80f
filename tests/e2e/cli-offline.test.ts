import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Outcome, run } from "../support/clients.ts";
import { repository } from "../support/engine.ts";

const launcher = join(repository, "packages", "cli", "bin", "byocni.mjs");
const example = (name: string): string => join(repository, "examples", "article", name);

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "byocni-offline-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs byocni where no engine is. */
function byocni(...args: readonly string[]): Promise<Outcome> {
  return byocniWith({}, ...args);
}

function byocniWith(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Outcome> {
  return run(process.execPath, [launcher, ...args], {
    cwd: folder,
    env: { HOME: folder, BYOCNI_DATA_DIR: join(folder, "none"), NO_COLOR: "1", ...env },
  });
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe("byocni check", () => {
  it.each(["azuredeploy.json", "main.bicep"])("finds nothing in %s of the examples", async (name) => {
    const { code, stdout } = await byocni("check", example(name));
    expect(stdout).toContain("1 cluster, nothing found");
    expect(code).toBe(0);
  });

  it("reports by file and line, in every format, and goes on with the next file", async () => {
    const text = readFileSync(example("main.bicep"), "utf8").replace("10.244.0.0/16", "172.30.0.0/16");
    file("bad.bicep", text);
    const line = text.split("\n").findIndex((one) => one.includes("172.30.0.0/16")) + 1;
    const files = ["absent.json", "bad.bicep"];
    const plain = await byocni("check", ...files);
    expect(plain.stdout).toMatch(/^absent\.json:1:1 error unreadable: absent\.json: there is no such file$/m);
    expect(plain.stdout).toMatch(new RegExp(`^bad\\.bicep:${line}:\\d+ \\w+ reserved-ranges: `, "m"));
    expect(plain.code).toBe(1);
    const json = JSON.parse((await byocni("check", ...files, "--format", "json")).stdout) as object;
    expect(json).toMatchObject({ files: [{}, { findings: [{ rule: "reserved-ranges", file: "bad.bicep", line }] }] });
    const sarif = JSON.parse((await byocni("check", "bad.bicep", "--format", "sarif")).stdout) as object;
    expect(sarif).toMatchObject({
      runs: [
        {
          results: [
            {
              ruleId: "reserved-ranges",
              locations: [
                { physicalLocation: { artifactLocation: { uri: "bad.bicep" }, region: { startLine: line } } },
              ],
            },
          ],
        },
      ],
    });
  });

  it("reports what the compiler says", async () => {
    file("broken.bicep", "resource x 'a/b@1' = {\n  name: nope\n");
    const { code, stdout } = await byocni("check", "broken.bicep");
    expect(stdout).toMatch(/^broken\.bicep:\d+:\d+ error BCP\d+: /m);
    expect(code).toBe(1);
  });

  it("knows its rules by name", async () => {
    const { code, stderr } = await byocni("check", example("main.bicep"), "--except", "nope");
    expect(stderr).toContain("--except nope: there is no such rule");
    expect(code).toBe(64);
  });
});

describe("byocni bicep", () => {
  it("says its version as az reads it", async () => {
    expect((await byocni("bicep", "--version")).stdout).toMatch(/^Bicep CLI version \d+\.\d+\.\d+ \(byocni .+\)\n$/);
  });

  it("builds to stdout, beside the input, and into a folder", async () => {
    file("ok.bicep", "param name string\noutput o string = name\n");
    const { code, stdout } = await byocni("bicep", "build", "ok.bicep", "--stdout");
    expect(JSON.parse(stdout)).toMatchObject({ parameters: { name: { type: "string" } } });
    expect(code).toBe(0);
    expect(await byocni("bicep", "build", "ok.bicep")).toMatchObject({ code: 0, stdout: "" });
    expect(JSON.parse(readFileSync(join(folder, "ok.json"), "utf8"))).toEqual(JSON.parse(stdout));
    expect((await byocni("bicep", "build", "--pattern", "o*.bicep", "--outdir", ".")).code).toBe(0);
  });

  it("writes diagnostics to stderr in the official form, and fails on errors", async () => {
    file("wrong.bicep", "output o string = nope\n");
    const { code, stdout, stderr } = await byocni("bicep", "build", "wrong.bicep", "--stdout");
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^.*\/wrong\.bicep\(1,19\) : Error BCP057: The name "nope" does not exist/m);
    expect(code).toBe(1);
    const lint = await byocni("bicep", "lint", "wrong.bicep", "--diagnostics-format", "sarif");
    expect(JSON.parse(lint.stdout)).toMatchObject({ runs: [{ results: [{ ruleId: "BCP057" }] }] });
    expect(lint.code).toBe(1);
  });

  it("builds parameters files, with the template for those who ask on stdout", async () => {
    file("ok.bicep", "param name string\noutput o string = name\n");
    file("ok.bicepparam", "using './ok.bicep'\nparam name = 'x'\n");
    const { code, stdout } = await byocni("bicep", "build-params", "ok.bicepparam", "--stdout");
    expect(code).toBe(0);
    const { parametersJson, templateJson } = JSON.parse(stdout) as Record<string, string>;
    expect(JSON.parse(parametersJson ?? "")).toMatchObject({ parameters: { name: { value: "x" } } });
    expect(JSON.parse(templateJson ?? "")).toMatchObject({ outputs: { o: { type: "string" } } });
    file("other.bicep", "");
    const other = await byocni("bicep", "build-params", "ok.bicepparam", "--bicep-file", "other.bicep", "--stdout");
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("doesn't match the Bicep file") });
  });

  it("gives parameters the values that az hands on, also those that the file leaves out", async () => {
    file("ok.bicep", "param name string\nparam other int\n");
    file("part.bicepparam", "using './ok.bicep'\nparam name = 'x'\n");
    const env = { BICEP_PARAMETERS_OVERRIDES: JSON.stringify({ name: "it's", other: 2 }) };
    const { code, stdout } = await byocniWith(env, "bicep", "build-params", "part.bicepparam", "--stdout");
    expect(code).toBe(0);
    const { parametersJson, templateSpecId } = JSON.parse(stdout) as Record<string, string | null>;
    expect(JSON.parse(parametersJson ?? "")).toMatchObject({
      parameters: { name: { value: "it's" }, other: { value: 2 } },
    });
    expect(templateSpecId).toBeNull();
  });

  it("formats files where they are, and to stdout", async () => {
    file("wild.bicep", "var   a={\nb:1\n}");
    const options = ["--stdout", "--indent-size", "4"];
    expect((await byocni("bicep", "format", "wild.bicep", ...options)).stdout).toBe("var a = {\n    b: 1\n}\n");
    expect(await byocni("bicep", "format", "wild.bicep")).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(readFileSync(join(folder, "wild.bicep"), "utf8")).toBe("var a = {\n  b: 1\n}\n");
  });

  it("makes parameters files to be filled in", async () => {
    file("ok.bicep", "param name string\nparam size int = 1\noutput o string = '${name}${size}'\n");
    expect(await byocni("bicep", "generate-params", "ok.bicep")).toMatchObject({ code: 0, stdout: "" });
    const made = JSON.parse(readFileSync(join(folder, "ok.parameters.json"), "utf8")) as object;
    expect(made).toMatchObject({ parameters: { name: { value: "" } } });
    const options = ["--output-format", "bicepparam", "--include-params", "all", "--stdout"];
    expect((await byocni("bicep", "generate-params", "ok.bicep", ...options)).stdout).toBe(
      "using './ok.bicep'\n\nparam name = ''\nparam size = 1\n\n",
    );
  });

  it("says which modules are not in the cache", async () => {
    file("far.bicep", "module m 'br:example.azurecr.io/m:v1' = {\n  name: 'm'\n}\n");
    expect(await byocni("bicep", "restore", "far.bicep")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Error BCP190"),
    });
    file("near.bicep", "output o string = 'x'\n");
    expect(await byocni("bicep", "restore", "near.bicep")).toMatchObject({ code: 0, stderr: "" });
  });

  it.each([
    [["build", "absent.bicep"], /^An error occurred reading file\. Could not find file '.*absent\.bicep'\.$/m],
    [["build", "x.json"], /was not recognized as a Bicep file/],
    [["decompile", "x.json"], /has no 'decompile'/],
    [["format", "absent.bicep"], /Could not find file '.*absent\.bicep'\.$/m],
    [["nonsense"], /^Unrecognized arguments "nonsense" specified\./],
  ])("%j is refused with exit code 1", async (args, text) => {
    expect(await byocni("bicep", ...args)).toMatchObject({ code: 1, stderr: expect.stringMatching(text) });
  });
});

describe("byocni completion", () => {
  it("gives bash a script that completes", async () => {
    const script = join(folder, "completion.bash");
    writeFileSync(script, (await byocni("completion", "bash")).stdout);
    const line = `source '${script}'; COMP_WORDS=(byocni cluster cre); COMP_CWORD=2; _byocni; echo "\${COMPREPLY[@]}"`;
    expect((await run("bash", ["-c", line])).stdout.trim().split(" ").toSorted()).toEqual(["create", "credentials"]);
  });
});

describe("commands that need an engine", () => {
  it.each([[["group", "list"]], [["deploy", example("main.bicep"), "-g", "x"]], [["activity"]]])(
    "%j say how to start one",
    async (args) => {
      const outcome = await byocni(...args);
      expect(outcome).toMatchObject({ code: 69, stderr: expect.stringContaining("byocni up --detach") });
    },
  );
});

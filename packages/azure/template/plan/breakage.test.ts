import { describe, expect, it } from "vitest";
import { isJsonObject, type Json } from "@byocni/base/core";
import { TemplateError } from "../errors/template-error.ts";
import type { PathStep } from "../reader/positions.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import { filesBelow, readText, sharedCorpus } from "../testing/shared-corpus.ts";
import { sampleOptions, sampleOutput, sampleResource, sampleTemplate } from "../testing/index.ts";
import { evaluateOutputs, evaluateResource } from "./evaluate-plan.ts";
import { prepareNested } from "./prepare-nested.ts";
import { prepareTemplate } from "./prepare.ts";

/** A template with something of everything. */
const everything = sampleTemplate({
  languageVersion: "2.0",
  definitions: { d: { type: "object", properties: { a: { type: "int" } }, additionalProperties: false } },
  parameters: {
    p: { type: "string", defaultValue: "[utcNow('u')]", minLength: 1 },
    o: { $ref: "#/definitions/d", defaultValue: { a: 1 } },
  },
  functions: [
    {
      namespace: "n",
      members: {
        f: { parameters: [{ name: "x", type: "int" }], output: { type: "int", value: "[add(parameters('x'), 1)]" } },
      },
    },
  ],
  variables: { v: "[n.f(2)]", copy: [{ name: "l", count: 2, input: "[copyIndex('l')]" }] },
  resources: {
    a: sampleResource({
      name: "[concat('a', copyIndex())]",
      copy: { name: "c", count: 2, mode: "serial", batchSize: 1 },
      condition: "[equals(copyIndex(), 0)]",
      properties: { copy: [{ name: "r", count: 1, input: {} }] },
    }),
    b: sampleResource({
      name: "b",
      dependsOn: ["a"],
      scope: "[resourceGroup().id]",
      properties: { x: "[reference('a', '2024-05-01', 'full').y]" },
    }),
    c: {
      type: "Microsoft.Resources/deployments",
      apiVersion: "2024-03-01",
      name: "c",
      properties: {
        mode: "Incremental",
        parameters: { q: { value: "[variables('v')]" } },
        expressionEvaluationOptions: { scope: "inner" },
        template: sampleTemplate({ parameters: { q: { type: "int" } } }),
      },
    },
  },
  outputs: {
    o: { type: "array", condition: true, copy: { count: 2, input: "[copyIndex()]" } },
    w: sampleOutput("string", "[reference('b').z]"),
  },
});

/** Runs everything that there is; only a TemplateError may come out. */
async function exercise(template: Json): Promise<void> {
  try {
    const plan = prepareTemplate(template, sampleOptions());
    const runtime = { reference: () => ({ properties: { y: "y", z: "z" } }), list: () => ({}) };
    for (const resource of plan.resources) {
      const body = await evaluateResource(plan, resource, runtime);
      if (resource.nested?.source.kind === "template") prepareNested(plan, resource, { body });
    }
    await evaluateOutputs(plan, runtime);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    expect(error.message).not.toBe("");
    expect(error.additionalInfo).toHaveLength(1);
  }
}

function* paths(value: Json, path: PathStep[] = []): Generator<PathStep[]> {
  yield path;
  if (Array.isArray(value)) {
    for (const [index, item] of (value as Json[]).entries()) yield* paths(item, [...path, index]);
  } else if (isJsonObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* paths(item ?? null, [...path, name]);
  }
}

/** The value with what is at the path put out (undefined) or replaced. */
function replaceAt(value: Json, path: readonly PathStep[], replacement: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return (value as Json[]).flatMap((item, index) => {
      if (index !== step) return [item];
      const replaced = replaceAt(item, rest, replacement);
      return replaced === undefined ? [] : [replaced];
    });
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const replaced = name === step ? replaceAt(item ?? null, rest, replacement) : item;
      return replaced === undefined ? [] : [[name, replaced]];
    }),
  );
}

const replacements: readonly (Json | undefined)[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  "",
  "x",
  [],
  {},
  [[]],
  { copy: [{ name: "x", count: 801, input: 1 }] },
  "[",
  "[]",
  "[foo()]",
  "[parameters('nothing')]",
  "[concat('a']",
  "[reference('b').x]",
  "[copyIndex()]",
  "[json('{')]",
  "[n.f('x', 'y')]",
];

describe("broken templates", () => {
  it("takes the whole template", async () => {
    const plan = prepareTemplate(everything, sampleOptions());
    expect(plan.resources).toHaveLength(4);
    await exercise(everything);
  });

  it.each(replacements.map((replacement) => [JSON.stringify(replacement) ?? "nothing", replacement] as const))(
    "answers with a TemplateError when any part is %s",
    async (_name, replacement) => {
      for (const path of paths(everything)) {
        if (path.length === 0 && replacement === undefined) continue;
        await exercise(replaceAt(everything, path, replacement) ?? null);
      }
    },
  );

  it("answers with a TemplateError wherever the text ends", async () => {
    const text = JSON.stringify(everything, null, 1);
    const tokens = [...text.matchAll(/"[^"]*"|[{}[\],:]|[^\s{}[\],:"]+/g)];
    for (const { index } of tokens) {
      try {
        await exercise(readTemplateText(text.slice(0, index)).value);
        expect.unreachable();
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
        expect(error.message).toMatch(
          /^Deployment template parse failed: '.* Path '.*', line \d+, position \d+\.'\.$/s,
        );
      }
    }
  });

  it("answers with a TemplateError wherever an expression ends", async () => {
    const expression =
      "[if(equals(variables('v'), 3), createObject('a', createArray(1, -2, 'it''s'))['a'][0], n.f(parameters('o').a))]";
    for (let end = 1; end < expression.length; end++) {
      const cut = `${expression.slice(0, end)}]`;
      await exercise(replaceAt(everything, ["outputs", "w", "value"], cut) ?? null);
      await exercise(replaceAt(everything, ["resources", "a", "name"], cut) ?? null);
    }
  });

  it("bounds values that grow without end", async () => {
    const double = (step: string): Json =>
      sampleTemplate({
        variables: Object.fromEntries([
          ["v0", "0123456789"],
          ...Array.from({ length: 200 }, (_, index) => [`v${index + 1}`, step.replaceAll("$", String(index))]),
        ]),
        resources: [sampleResource({ name: "[string(length(string(variables('v200'))))]" })],
      });
    for (const step of [
      "[concat(variables('v$'), variables('v$'))]",
      "[createArray(variables('v$'), variables('v$'))]",
      "[createObject('a', variables('v$'), 'b', variables('v$'))]",
      "[concat(array(variables('v$')), array(variables('v$')))]",
      "[padLeft(variables('v$'), 2000000000)]",
      "[map(range(0, 10000), lambda('x', variables('v$')))]",
    ]) {
      expect(() => prepareTemplate(double(step), sampleOptions())).toThrow(/result is too large|limit exceeded/);
    }
    const loops = "map(range(0, 9999), lambda('x', ".repeat(4) + "1" + "))".repeat(4);
    expect(() => prepareTemplate(double(`[${loops}]`), sampleOptions())).toThrow(/limit exceeded|too large/);
    await exercise(double("[range(0, 10001)]"));
  });
});

const corpus = sharedCorpus("arm");

describe.skipIf(!corpus)("broken templates of corpus/arm (needs the shared corpus)", () => {
  const files = corpus
    ? filesBelow(corpus, ".json").filter((path) => !/^functions|^rest-bodies|expected/.test(path))
    : [];

  it.each(files)("%s cut at every 311th character reads or fails cleanly", (path) => {
    const text = readText(corpus ?? "", path);
    for (let end = 1; end < Math.min(text.length, 20_000); end += 311) {
      try {
        readTemplateText(text.slice(0, end));
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateError);
      }
    }
  });

  it.each(files.filter((path) => readText(corpus ?? "", path).length < 2200))(
    "%s without any one member",
    async (path) => {
      const { value } = readTemplateText(readText(corpus ?? "", path));
      for (const member of paths(value)) {
        if (member.length > 0) await exercise(replaceAt(value, member, undefined) ?? null);
      }
    },
  );
});

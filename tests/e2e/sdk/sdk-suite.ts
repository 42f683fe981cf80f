import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../support/clients.ts";
import { type TestEngine, startTestEngine } from "../../support/engine.ts";
import { type Operation, operations } from "./operations.ts";
import { keepResults } from "./results.ts";

/** A program that does what `operations.ts` lists with one SDK, and prints what it saw as one JSON object. */
export interface SdkSuite {
  /** Name of the results file. */
  readonly name: string;
  readonly title: string;
  /** Why it cannot run on this machine. */
  readonly reason?: string | undefined;
  /** Members of `operations` that the program does not do, with why. */
  readonly without?: Partial<Record<Operation, string>>;
  run(engine: TestEngine): Promise<Outcome>;
}

/** How a program's operations ended; `docs/reference/sdks.md` is made of these files. */
interface SdkResults {
  readonly title: string;
  /** The packages of the SDK, as the program found them. */
  readonly versions: readonly string[];
  /** By operation: `ok`, or the status and the code of the refusal that was expected. */
  readonly outcomes: Readonly<Record<string, string>>;
  /** By operation: why it is not done. */
  readonly without: Readonly<Record<string, string>>;
}

export function sdkSuite(suite: SdkSuite): void {
  const { title, reason, without = {} } = suite;
  const done = operations.filter(({ name }) => !(name in without));
  describe.skipIf(reason)(reason ?? title, () => {
    let engine: TestEngine;
    let shown: Readonly<Record<string, unknown>> = {};
    beforeAll(async () => {
      engine = await startTestEngine("az");
      const { code, stdout, stderr } = await suite.run(engine);
      expect(code, stderr).toBe(0);
      shown = JSON.parse(stdout) as Record<string, unknown>;
    });
    afterAll(() => engine.close());

    it.each(done)("$what", ({ name, expected }) => {
      expect(shown[name]).toEqual(expected);
    });

    it("went as docs/reference/sdks.md says", () => {
      const versions = shown["versions"] as readonly string[];
      const found: SdkResults = { title, versions, outcomes: outcomesOf(done), without: byWhat(without) };
      for (const { name, expected } of done) expect(shown[name]).toEqual(expected);
      keepResults(suite.name, found);
    });
  });
}

function outcomesOf(done: typeof operations): SdkResults["outcomes"] {
  return Object.fromEntries(
    done.map(({ what, expected }) => {
      const refusal = Array.isArray(expected) && typeof expected[0] === "number" && typeof expected[1] === "string";
      return [what, refusal ? expected.join(" ") : "ok"];
    }),
  );
}

function byWhat(without: NonNullable<SdkSuite["without"]>): SdkResults["without"] {
  return Object.fromEntries(
    operations.flatMap(({ name, what }) => (without[name] === undefined ? [] : [[what, without[name]]])),
  );
}

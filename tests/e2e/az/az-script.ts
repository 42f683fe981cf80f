import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAz } from "../../support/az-session.ts";
import { type ClientName, type Outcome, clientPath, clientVersion, missingReason } from "../../support/clients.ts";
import { type TestEngine, startTestEngine, writeSshKey } from "../../support/engine.ts";
import { parseTable } from "./parse-table.ts";
import { type ScriptResults, outcomeOf, readResults, writeResults } from "./results.ts";

/** What a command must leave behind. What is not said is not looked at, but for the exit code. */
export interface Expected {
  /** Default 0. */
  readonly exit?: number;
  /** Members that the JSON on stdout has (matchers may stand for values). */
  readonly json?: unknown;
  /** The whole JSON on stdout. */
  readonly equals?: unknown;
  /** The whole of `-o table`: header and rows. */
  readonly table?: readonly (readonly unknown[])[];
  /** Rows that `-o table` must have among others, as column → cell. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  /** stdout without white space around it. */
  readonly text?: string | RegExp;
  /** What stderr says after `ERROR: `, for example `(ResourceNotFound) The Resource …`. */
  readonly error?: string | RegExp;
  /** What stderr says besides. */
  readonly warning?: string | RegExp;
}

/** One command of a script. */
export interface Step extends Expected {
  /** A shell line; as a user types it. */
  readonly run: string;
  /** Keeps stdout (trimmed) as a shell variable for the lines that follow. */
  readonly into?: string;
  /** Where a client differs by itself: its expectation, and why. */
  readonly on?: Partial<Record<ClientName, Expected & { readonly why: string }>>;
}

/** A part of somebody's working day with az: commands in order, each client on an engine of its own. */
export interface AzScript {
  /** Name of the results file. */
  readonly name: string;
  readonly title: string;
  readonly clients: readonly ClientName[];
  /** Files in the folder where the commands run. */
  readonly files?: Readonly<Record<string, string | object>>;
  readonly steps: readonly Step[];
}

interface Run {
  outcome(index: number): Promise<Outcome>;
  close(): Promise<void>;
}

/** Clients that run at the same time: az keeps one core busy. */
const atOnce = 2;

export function azScript(script: AzScript): void {
  const clients = script.clients.filter((client) => clientPath(client) !== undefined);
  const runs = new Map<ClientName, Run>();
  /** Outcomes by step, of those that were as expected. */
  const passed = new Map<ClientName, (string | undefined)[]>(clients.map((client) => [client, []]));

  describe(`az: ${script.title}`, () => {
    beforeAll(() => {
      const free = slots(atOnce);
      for (const client of clients) runs.set(client, startRun(script, client, free));
    });
    afterAll(() => Promise.all([...runs.values()].map((run) => run.close())));

    for (const client of script.clients) {
      const reason = missingReason(client);
      describe.skipIf(reason)(reason ?? `${client} ${clientVersion(client)}`, () => {
        it.each(script.steps.map((step, index) => ({ line: step.run, step, index })))(
          "$line",
          async ({ step, index }) => {
            const outcome = await (runs.get(client)?.outcome(index) ?? never(client));
            const { on, run: _line, into: _name, ...expected } = step;
            check(outcome, on?.[client] ?? expected);
            const all = passed.get(client);
            if (all) all[index] = outcomeOf(outcome);
          },
        );
      });
    }

    it("went as docs/reference/az-commands.md says", () => {
      const known = readResults(script.name);
      const found = resultsOf(script, passed, known);
      if (process.env["UPDATE_RESULTS"]) {
        const done = clients.flatMap((client) => passed.get(client)?.filter((outcome) => outcome !== undefined) ?? []);
        expect(done, "all commands passed").toHaveLength(script.steps.length * clients.length);
        writeResults(script.name, found);
      } else expect(found, "run with UPDATE_RESULTS=1, then npm run generate").toEqual(known);
    });
  });
}

function never(client: ClientName): never {
  throw new Error(`${client} was not started`);
}

function deferred<Value>() {
  let resolve = (_value: Value): void => {};
  let reject = (_error: unknown): void => {};
  const promise = new Promise<Value>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

/** Lets `count` run at a time. */
function slots(count: number): () => Promise<() => void> {
  const waiting: (() => void)[] = [];
  let free = count;
  const release = (): void => {
    free++;
    waiting.shift()?.();
  };
  return async () => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    free--;
    return release;
  };
}

function startRun(script: AzScript, client: ClientName, acquire: ReturnType<typeof slots>): Run {
  const outcomes = script.steps.map(() => deferred<Outcome>());
  // Each is looked at by its own test; one that nobody awaits is no accident.
  for (const { promise } of outcomes) promise.catch(() => undefined);
  let closed = false;

  async function play(engine: TestEngine): Promise<void> {
    writeSshKey(engine.home);
    for (const [path, content] of Object.entries(script.files ?? {})) {
      const file = join(engine.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    const az = await openAz(engine, client);
    const variables: Record<string, string> = {};
    for (const [index, step] of script.steps.entries()) {
      if (closed) throw new Error("the test ended before");
      const outcome = await az.run(step.run, variables);
      if (step.into !== undefined) variables[step.into] = outcome.stdout.trim();
      outcomes[index]?.resolve(outcome);
    }
  }

  const done = (async () => {
    const release = await acquire();
    try {
      const engine = await startTestEngine(client);
      try {
        await play(engine);
      } finally {
        await engine.close();
      }
    } catch (error) {
      for (const { reject } of outcomes) reject(error);
    } finally {
      release();
    }
  })();
  return {
    outcome: (index) => outcomes[index]?.promise ?? Promise.reject(new Error(`no step ${index}`)),
    async close() {
      closed = true;
      await done;
    },
  };
}

function check({ code, stdout, stderr }: Outcome, expected: Expected): void {
  const { exit = 0, json, equals, table, rows, text, error, warning } = expected;
  expect(code, `exit code; stderr:\n${stderr}\nstdout:\n${stdout}`).toBe(exit);
  if (json !== undefined) {
    const shown: unknown = JSON.parse(stdout);
    if (Array.isArray(json)) expect(shown).toEqual(json.map((item: unknown) => containing(item)));
    else expect(shown).toEqual(containing(json));
  }
  if (equals !== undefined) expect(JSON.parse(stdout)).toEqual(equals);
  if (table !== undefined) expect(parseTable(stdout)).toEqual(table);
  if (rows !== undefined) {
    const [header = [], ...cells] = parseTable(stdout);
    const shown = cells.map((row) => Object.fromEntries(row.map((cell, index) => [header[index] ?? "", cell])));
    for (const row of rows) expect(shown).toContainEqual(expect.objectContaining(row));
  }
  if (text !== undefined) matches(stdout.trim(), text);
  if (error !== undefined) matches(/^ERROR: ([\s\S]*)$/m.exec(stderr)?.[1] ?? `no ERROR in: ${stderr}`, error);
  if (warning !== undefined) matches(stderr, warning);
}

/** Objects match by the members that are named, at every depth; arrays item by item. */
function containing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(containing);
  if (typeof value !== "object" || value === null || "asymmetricMatch" in value) return value;
  return expect.objectContaining(
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, containing(member)])),
  );
}

function matches(shown: string, wanted: string | RegExp): void {
  if (typeof wanted === "string") expect(shown).toContain(wanted);
  else expect(shown).toMatch(wanted);
}

/** The results of this run; for clients that are not on this machine, what was known of them. */
function resultsOf(
  script: AzScript,
  passed: ReadonlyMap<ClientName, readonly (string | undefined)[]>,
  known: ScriptResults | undefined,
): ScriptResults {
  const versions: Record<string, string> = {};
  for (const client of script.clients) {
    const version = clientVersion(client) ?? known?.clients[client];
    if (version !== undefined) versions[client] = version;
  }
  return {
    title: script.title,
    clients: versions,
    commands: script.steps.map(({ run, on }, index) => {
      // Where nothing moved, the same place: a script may run a command twice.
      const same = known?.commands[index];
      const before = same?.run === run ? same : known?.commands.find((command) => command.run === run);
      const outcomes: Record<string, string> = {};
      for (const client of script.clients) {
        const outcome = clientPath(client) ? passed.get(client)?.[index] : before?.outcomes[client];
        if (outcome !== undefined) outcomes[client] = outcome;
      }
      const notes = Object.fromEntries(Object.entries(on ?? {}).map(([client, { why }]) => [client, why]));
      return { run, outcomes, ...(Object.keys(notes).length > 0 ? { notes } : {}) };
    }),
  };
}

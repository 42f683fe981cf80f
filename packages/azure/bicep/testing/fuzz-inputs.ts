import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createMemoryHost, type FileHost } from "../host.ts";
import { createRandom, damaged, tokensOf } from "./damage.ts";
import { createDiskHost } from "./disk-host.ts";
import { sharedFolder } from "./shared.ts";

/** A file to compile with one text changed: its own, or that of a file it refers to. */
export interface FuzzInput {
  readonly entry: string;
  readonly host: FileHost;
  readonly changed: { readonly path: string; readonly text: string };
}

/** Inputs by number; a number gives the same input every time, so that a find can be made again. */
export interface FuzzInputs {
  readonly count: number;
  input(turn: number): FuzzInput;
}

interface Seed {
  readonly entry: string;
  readonly text: string;
  readonly files: Readonly<Record<string, string>>;
  readonly host: FileHost;
}

const testdata = join(dirname(fileURLToPath(import.meta.url)), "../testdata");
/** Files of the corpus that are longer cost more time than they are worth: their constructs are in the others, too. */
const greatestSeed = 3000;
const greatestNeighbour = 2000;
const bicepFile = /\.bicep(param)?$/;
const textFile = /\.(bicep|bicepparam|json|jsonc|ya?ml|txt)$/;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => textFile.test(file) && statSync(join(folder, file)).isFile())
    .toSorted();
}

/** One seed for each Bicep file that stands in the folder itself. */
function seedsOf(folder: string, limit = Number.POSITIVE_INFINITY): readonly Seed[] {
  const all = filesBelow(folder).map((name) => [`/${name}`, readFileSync(join(folder, name), "utf8")] as const);
  const files = Object.fromEntries(all.filter(([, text]) => text.length <= greatestNeighbour));
  const host = createMemoryHost(files);
  return all
    .filter(([path, text]) => bicepFile.test(path) && !path.includes("/", 1) && text.length <= limit)
    .map(([entry, text]) => ({ entry, text, files, host }));
}

function fuzzSeeds(corpus: string | undefined): readonly Seed[] {
  const own = [
    ...readdirSync(join(testdata, "fuzz")).flatMap((name) => seedsOf(join(testdata, "fuzz", name))),
    ...seedsOf(join(testdata, "diagnostics")),
  ];
  const folders = corpus === undefined ? [] : new Set(filesBelow(corpus).map((file) => dirname(join(corpus, file))));
  const shared = [...folders].toSorted().flatMap((folder) => seedsOf(folder, greatestSeed));
  // Byocni's own weigh as much as the corpus: they hold every construct.
  const copies = Math.max(1, Math.floor(shared.length / own.length));
  return [...Array.from({ length: copies }, () => own).flat(), ...shared];
}

/** Damaged texts: of byocni's own test files, and of the small ones of the shared corpus where that is there. */
export function damagedInputs(count: number, seed: number, corpus = sharedFolder("corpus")): FuzzInputs {
  const seeds = fuzzSeeds(corpus);
  return {
    count,
    input(turn) {
      const random = createRandom(seed, turn);
      const one = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
      const chosen = one(seeds);
      if (!chosen) throw new Error("there are no texts to damage");
      const { entry, host, files } = chosen;
      const neighbours = Object.keys(files).filter((path) => path !== entry);
      const path = (random() < 0.15 ? one(neighbours) : undefined) ?? entry;
      const text = path === entry ? chosen.text : (files[path] ?? "");
      return { entry, host, changed: { path, text: damaged(text, one(seeds)?.text ?? "", random) } };
    },
  };
}

/** A prime: every place has its turn, unless their number is a multiple of it. */
const stride = 1_000_003;

/** Every Bicep file below a folder cut off before each of its tokens. */
export function prefixInputs(folder: string): FuzzInputs {
  const host = createDiskHost(join(folder, "bicep-aks"));
  const read = new Map<string, string | undefined>();
  const readFile = (path: string): string | undefined => {
    if (!read.has(path)) {
      const content = host.readFile(path);
      read.set(path, typeof content === "object" ? new TextDecoder().decode(content) : content);
    }
    return read.get(path);
  };
  const files = filesBelow(folder).filter((file) => bicepFile.test(file));
  let count = 0;
  const cuts = files.map((file) => {
    const entry = join(folder, file);
    const text = readFile(entry) ?? "";
    const from = count;
    const tokens = tokensOf(text);
    count += tokens.length;
    return { entry, text, tokens, from };
  });
  return {
    count,
    input(turn) {
      // Far from the turn before, so that a run that is cut short has seen something of every file.
      const place = (turn * stride) % count;
      const cut = cuts.findLast(({ from }) => from <= place);
      if (!cut) throw new Error("there are no files to cut");
      const { entry, text, tokens, from } = cut;
      const changed = { path: entry, text: text.slice(0, tokens[place - from]?.start) };
      return { entry, host: { ...host, readFile }, changed };
    },
  };
}

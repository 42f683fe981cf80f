import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { generateKeyPairSync } from "node:crypto";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type ClientName, type Outcome, clientPath, run } from "./clients.ts";

export const repository = fileURLToPath(new URL("../..", import.meta.url));
/** Another build can be tried: a copy of `packages/cli` keeps a run apart from builds that go on meanwhile. */
const launcher = process.env["BYOCNI_TEST_LAUNCHER"] ?? join(repository, "packages", "cli", "bin", "byocni.mjs");

/** A running engine of the built bundle in a process of its own, with a home folder of its own. */
export interface TestEngine {
  readonly origin: string;
  readonly dataDir: string;
  /** HOME of every client: keys and kubeconfig of the user who runs the tests are not touched. */
  readonly home: string;
  readonly pid: number;
  /** Runs `byocni …` against it. */
  byocni(...args: readonly string[]): Promise<Outcome>;
  /** Runs a shell line with the real clients on the PATH, pointed at it. */
  shell(line: string, az?: ClientName): Promise<Outcome>;
  kubectl(...args: readonly string[]): Promise<Outcome>;
  /** The environment of a client: its home, the real programs on the PATH, and what `byocni env` prints. */
  clientEnvironment(az?: ClientName): Promise<NodeJS.ProcessEnv>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** Starts it again on the same data directory and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface Started {
  readonly child: ChildProcess;
  readonly origin: string;
}

function start(dataDir: string, port: number, env: NodeJS.ProcessEnv): Promise<Started> {
  return new Promise((resolve, reject) => {
    const where = ["--port", String(port), "--data-dir", dataDir];
    const child = spawn(process.execPath, [launcher, "up", "--json", "--allow-commands", ...where], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (!out.includes("}")) return;
      const { origin } = JSON.parse(out) as { readonly origin: string };
      resolve({ child, origin });
    });
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.on("exit", (code) => reject(new Error(`the engine ended with exit code ${code}: ${err}`)));
  });
}

export async function startTestEngine(az: ClientName = "az"): Promise<TestEngine> {
  const root = mkdtempSync(join(tmpdir(), "byocni-e2e-"));
  const dataDir = join(root, "data");
  const home = join(root, "home");
  mkdirSync(join(home, ".kube"), { recursive: true });
  const environment = (version: ClientName = az): NodeJS.ProcessEnv => ({
    ...process.env,
    HOME: home,
    // Each start of az would compile its modules anew: seconds instead of a part of one.
    PYTHONDONTWRITEBYTECODE: undefined,
    BYOCNI_DATA_DIR: dataDir,
    BYOCNI_AZ: clientPath(version),
    KUBECONFIG: join(home, ".kube", "config"),
    PATH: [
      ...(["kubectl", "helm", version] as const).flatMap((name) => {
        const path = clientPath(name);
        return path ? [dirname(path)] : [];
      }),
      process.env["PATH"] ?? "",
    ].join(":"),
  });
  let running = await start(dataDir, 0, environment());
  const kill = async (): Promise<void> => {
    const gone = new Promise<void>((resolve) => running.child.once("exit", () => resolve()));
    if (running.child.exitCode !== null || running.child.signalCode !== null) return;
    running.child.kill("SIGKILL");
    await gone;
  };
  const clientEnvironment = async (version?: ClientName): Promise<NodeJS.ProcessEnv> => {
    const env = environment(version);
    const variables = await run(process.execPath, [launcher, "env", "--json"], { env });
    const { KUBECONFIG: _own, ...pointers } = JSON.parse(variables.stdout) as Record<string, string>;
    return { ...env, ...pointers };
  };
  return {
    get origin() {
      return running.origin;
    },
    get pid() {
      return running.child.pid ?? 0;
    },
    dataDir,
    home,
    byocni: (...args) => run(process.execPath, [launcher, ...args], { env: environment() }),
    clientEnvironment,
    shell: async (line, version) => run("bash", ["-c", line], { env: await clientEnvironment(version), cwd: home }),
    kubectl: (...args) => run(clientPath("kubectl") ?? "kubectl", args, { env: environment(), cwd: home }),
    kill,
    async restart() {
      running = await start(dataDir, Number(new URL(running.origin).port), environment());
    },
    async close() {
      await kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Puts an RSA key pair where `az aks create` without `--generate-ssh-keys` looks for one. */
export function writeSshKey(home: string): void {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const field = (bytes: Buffer): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const number = (text: string): Buffer => {
    const bytes = Buffer.from(text, "base64url");
    return field((bytes[0] ?? 0) >= 128 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
  };
  const blob = Buffer.concat([field(Buffer.from("ssh-rsa")), number(e), number(n)]).toString("base64");
  mkdirSync(join(home, ".ssh"), { recursive: true, mode: 0o700 });
  writeFileSync(join(home, ".ssh", "id_rsa.pub"), `ssh-rsa ${blob} azureuser\n`);
  writeFileSync(join(home, ".ssh", "id_rsa"), privateKey.export({ type: "pkcs1", format: "pem" }), { mode: 0o600 });
}

import { type ClientName, type Outcome, run } from "./clients.ts";
import { writeDebianAzRepair } from "./debian-az.ts";
import type { TestEngine } from "./engine.ts";

/** A shell in which `az` is one of the real ones, signed in to an engine. */
export interface AzSession {
  /** Runs a shell line in the engine's home. `variables` can be used in it. */
  run(line: string, variables?: Readonly<Record<string, string>>): Promise<Outcome>;
}

/** Signs a client in. One session an engine: the profile belongs to the client that opened it last. */
export async function openAz(engine: TestEngine, client: ClientName): Promise<AzSession> {
  const repair = client === "az-debian" ? { PYTHONPATH: writeDebianAzRepair(engine.home) } : {};
  const first = await engine.byocni("az", "account", "show", "--output", "none");
  if (first.code !== 0) throw new Error(`${client} cannot sign in: ${first.stderr}`);
  const env = { ...(await engine.clientEnvironment(client)), ...repair };
  return {
    run: (line, variables) => run("bash", ["-c", line], { env: { ...env, ...variables }, cwd: engine.home }),
  };
}

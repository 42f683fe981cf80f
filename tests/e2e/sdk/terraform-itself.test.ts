import { cpSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Outcome, run } from "../../support/clients.ts";
import { type TestEngine, startTestEngine } from "../../support/engine.ts";

const configuration = fileURLToPath(new URL("terraform", import.meta.url));
const asked = process.env["BYOCNI_TERRAFORM"];
const reason = asked ? undefined : "not run, BYOCNI_TERRAFORM is not set: Terraform's azurerm provider itself";

// `1` is the terraform of the PATH; a path is another one, or OpenTofu.
describe.skipIf(reason)(reason ?? "Terraform's azurerm provider", () => {
  let engine: TestEngine;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    engine = await startTestEngine();
    env = { ...(await engine.clientEnvironment()), CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
    cpSync(configuration, join(engine.home, "terraform"), { recursive: true });
    // Where the provider is a build of one's own (dev_overrides) there is nothing to install, and init says so.
    await terraform("init", "-input=false");
  });
  afterAll(() => engine.close());

  function terraform(...words: readonly string[]): Promise<Outcome> {
    const program = asked === "1" ? "terraform" : (asked ?? "terraform");
    return run(program, [...words, "-no-color"], { env, cwd: join(engine.home, "terraform") });
  }

  const changed = ["-var", "env=test", "-var", "nodes=2"];
  it.each([
    ["applies", 0, ["apply", "-auto-approve"]],
    ["finds nothing to change", 0, ["plan", "-detailed-exitcode"]],
    ["sees a change", 2, ["plan", "-detailed-exitcode", ...changed]],
    ["applies the change", 0, ["apply", "-auto-approve", ...changed]],
    ["finds nothing more to change", 0, ["plan", "-detailed-exitcode", ...changed]],
    ["destroys", 0, ["destroy", "-auto-approve", ...changed]],
  ])("%s", async (_what, code, words) => {
    const outcome = await terraform(...words);
    expect(outcome.code, outcome.stdout + outcome.stderr).toBe(code);
  });
});

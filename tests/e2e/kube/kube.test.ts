import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Outcome, clientPath, missingReason, run } from "../../support/clients.ts";
import { type TestEngine, repository, startTestEngine } from "../../support/engine.ts";
import { files } from "./files.ts";
import { check } from "./row.ts";
import { access } from "./rows/access.ts";
import { apply } from "./rows/apply.ts";
import { beforeNetwork } from "./rows/before-network.ts";
import { change } from "./rows/change.ts";
import { create } from "./rows/create.ts";
import { helm } from "./rows/helm.ts";
import { installNetwork } from "./rows/install-network.ts";
import { nodes } from "./rows/nodes.ts";
import { pods } from "./rows/pods.ts";
import { read } from "./rows/read.ts";
import { rollout } from "./rows/rollout.ts";

const reason = missingReason("kubectl", "helm");

/** The rows of one part of the day after the other: each finds what those before it left. */
const day = { beforeNetwork, installNetwork, create, read, apply, change, rollout, pods, access, nodes, helm };

describe.skipIf(reason)(reason ?? "a working day with kubectl and helm", () => {
  let engine: TestEngine;
  let environment: Readonly<Record<string, string>>;
  let folder: string;

  beforeAll(async () => {
    engine = await startTestEngine();
    folder = join(engine.home, "work");
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const clients = (["kubectl", "helm"] as const).map((name) => dirname(clientPath(name) ?? ""));
    environment = {
      HOME: engine.home,
      KUBECONFIG: join(engine.home, ".kube", "config"),
      PATH: [...clients, process.env["PATH"] ?? ""].join(":"),
      EXAMPLES: join(repository, "examples"),
      PS4: "",
    };
    for (const words of [["create"], ["credentials"]]) {
      const outcome = await engine.byocni("cluster", ...words, "mine", "--resource-group", "group");
      if (outcome.code !== 0) throw new Error(outcome.stderr);
    }
  });
  afterAll(() => engine.close());

  const shell = (line: string): Promise<Outcome> =>
    run("bash", ["-o", "pipefail", "-c", line], { env: environment, cwd: folder });

  for (const [part, rows] of Object.entries(day)) {
    describe(part, () => {
      it.each(rows.map((row) => [row.run, row] as const))("%s", (_, row) => check(row, shell));
    });
  }
});

import { CommandError, type Command } from "../command.ts";
import type { LogLevel } from "../output/index.ts";
import { dataDirOption, text } from "./options.ts";

export const up: Command = {
  path: "up",
  summary: "Start byocni: Azure Resource Manager, Entra and clusters, on this machine",
  options: [
    { flags: "-d, --detach", description: "go on in the background and return when it is ready" },
    { flags: "-p, --port <number>", description: "port of Azure Resource Manager (0 = any free one)", default: "8443" },
    dataDirOption,
    {
      flags: "--latency <kind>",
      description: "how long operations take: not at all, or as long as on Azure",
      choices: ["none", "azure"],
      default: "none",
    },
    {
      flags: "--strictness <level>",
      description: "take what the published article's samples say, or refuse what AKS refuses today",
      choices: ["article", "current"],
      default: "article",
    },
    {
      flags: "--allow-links",
      description: "read linked templates and parameters files from the http and https addresses that templates name",
    },
    {
      flags: "--allow-commands",
      description: "let `az aks command invoke` run the kubectl and helm of this machine, as this user",
    },
    {
      flags: "--log-level <level>",
      description: "what goes to stderr (in the background: to engine.log)",
      choices: ["debug", "info", "warn", "error"],
      default: "warn",
    },
  ],
  examples: ["byocni up --detach", "byocni up --port 9443 --data-dir ./cloud"],
  async run({ options, output, env, signal }) {
    const port = portNumber(text(options, "port") ?? "8443");
    const { startEngine, startDetached } = await import("../session/start.ts");
    const settings = {
      port,
      dataDir: text(options, "dataDir"),
      latency: text(options, "latency") === "azure" ? ("azure" as const) : ("none" as const),
      strictness: text(options, "strictness") === "current" ? ("current" as const) : ("article" as const),
      allowLinks: options["allowLinks"] === true,
      allowCommands: options["allowCommands"] === true,
      logLevel: (text(options, "logLevel") ?? "warn") as LogLevel,
    };
    if (options["detach"] === true) {
      const { instance, ms } = await startDetached(settings, env);
      output.result({ origin: instance.origin, pid: instance.pid, readyMs: ms }, () => {
        output.line(`byocni is ready at ${output.bold(instance.origin)} (process ${instance.pid}, ${ms} ms)`);
      });
      return;
    }
    const engine = await startEngine(settings, env);
    output.result({ origin: engine.origin, pid: process.pid, readyMs: engine.readyMs }, () => {
      output.line(`byocni is ready at ${output.bold(engine.origin)} (${engine.readyMs} ms)`);
      output.line(output.dim("Ctrl-C stops it; what it holds is kept. Try: byocni az group list"));
    });
    await Promise.race([engine.closed, aborted(signal)]);
    await engine.close();
  },
};

/** @throws CommandError when it is no port. */
function portNumber(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new CommandError(`--port ${value}: a port is a whole number from 0 to 65535`, { exitCode: 64 });
  return port;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

import type { Command } from "../command.ts";
import { formatTable } from "../output/index.ts";
import { dataDirOption, text } from "./options.ts";

export const status: Command = {
  path: "status",
  summary: "Show whether byocni runs, where, and what it holds",
  options: [dataDirOption],
  async run({ options, output, env }) {
    const { findInstance, engineStatus } = await import("../session/instance.ts");
    const { directory, instance } = findInstance(text(options, "dataDir"), env);
    if (!instance) {
      output.result({ running: false, dataDirectory: directory.path }, () => {
        output.line(`byocni is not running in ${directory.path}`);
        output.line("Start it with: byocni up --detach");
      });
      return 3;
    }
    const state = await engineStatus(instance, directory);
    output.result({ running: true, ...state, dataDirectory: directory.path }, () => {
      output.line(`byocni ${state.version} runs at ${output.bold(instance.origin)} (process ${instance.pid})`);
      output.line(`data directory: ${directory.path}`);
      output.line(`memory: ${Math.round(state.memoryBytes / 1048576)} MiB, up ${Math.round(state.uptimeSeconds)} s`);
      if (state.clusters.length === 0) return;
      output.line();
      const rows = state.clusters.map(({ name, resourceGroup, server, nodes, ready, state: word }) => [
        name,
        resourceGroup,
        word,
        `${ready}/${nodes}`,
        server,
      ]);
      for (const line of formatTable(["CLUSTER", "RESOURCE GROUP", "STATE", "READY", "API SERVER"], rows))
        output.line(line);
    });
    return 0;
  },
};

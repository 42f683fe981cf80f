import type { Command } from "../command.ts";
import { dataDirOption, text } from "./options.ts";

export const down: Command = {
  path: "down",
  summary: "Stop byocni; what it holds is kept for the next start",
  options: [dataDirOption, { flags: "--delete-data", description: "also remove everything it holds" }],
  async run({ options, output, env }) {
    const { findInstance, stopInstance, removeData } = await import("../session/instance.ts");
    const { directory, instance } = findInstance(text(options, "dataDir"), env);
    if (instance) await stopInstance(instance, directory);
    const deleted = options["deleteData"] === true && (await removeData(directory));
    output.result({ stopped: Boolean(instance), dataDeleted: deleted }, () => {
      output.line(instance ? `stopped byocni (process ${instance.pid})` : `byocni is not running in ${directory.path}`);
      if (deleted) output.line(`removed ${directory.path}`);
    });
  },
};

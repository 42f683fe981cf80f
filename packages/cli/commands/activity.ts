import { CommandError, type Command } from "../command.ts";
import { dataDirOption, text } from "./options.ts";

export const activity: Command = {
  path: "activity",
  summary: "Show what was done, by whom, and how it ended",
  options: [
    { flags: "-g, --resource-group <name>", description: "only in this resource group" },
    { flags: "-n, --count <number>", description: "how many of the newest events", default: "30" },
    { flags: "--failed", description: "only what failed" },
    { flags: "--since <time>", description: "only after a moment (2026-01-31T12:00:00Z) or in the last 30m, 2h, 1d" },
    { flags: "--resource <text>", description: "only about resources with this in their id" },
    {
      flags: "--operation <text>",
      description: "only operations with this in their name, such as write or roleAssignments",
    },
    { flags: "--caller <text>", description: "only by callers with this in their name or id" },
    dataDirOption,
  ],
  examples: ["byocni activity --failed --since 10m", "byocni activity -g myResourceGroup --operation roleAssignments"],
  async run(invocation) {
    const { options, output } = invocation;
    const { openArm } = await import("../session/open-arm.ts");
    const { eventFilter, eventsPath, printEvents } = await import("../session/activity.ts");
    const count = Number(text(options, "count"));
    if (!Number.isInteger(count) || count < 1)
      throw new CommandError(`--count ${text(options, "count")}: a whole number from 1`, { exitCode: 64 });
    const isWanted = eventFilter({
      failed: options["failed"] === true,
      since: text(options, "since"),
      resource: text(options, "resource"),
      operation: text(options, "operation"),
      caller: text(options, "caller"),
      now: Date.now(),
    });
    const { arm } = await openArm(invocation);
    const events = await arm.list(eventsPath(arm, text(options, "resourceGroup")));
    const shown = events.filter((event) => isWanted(event)).slice(0, count);
    output.result(shown, () => printEvents(shown, output));
  },
};

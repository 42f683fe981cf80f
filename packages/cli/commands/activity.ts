import { CommandError, type Command } from "../command.ts";
import { dataDirOption, text } from "./options.ts";

export const activity: Command = {
  path: "activity",
  summary: "Show what was done, by whom, and how it ended",
  options: [
    { flags: "-g, --resource-group <name>", description: "only in this resource group" },
    { flags: "-n, --count <number>", description: "how many of the newest events", default: "30" },
    { flags: "--failed", description: "only what failed" },
    dataDirOption,
  ],
  async run(invocation) {
    const { options, output } = invocation;
    const { openArm } = await import("../session/open-arm.ts");
    const { eventsPath, printEvents } = await import("../session/activity.ts");
    const count = Number(text(options, "count"));
    if (!Number.isInteger(count) || count < 1)
      throw new CommandError(`--count ${text(options, "count")}: a whole number from 1`, { exitCode: 64 });
    const { arm } = await openArm(invocation);
    const events = await arm.list(eventsPath(arm, text(options, "resourceGroup")));
    const isFailed = (event: (typeof events)[number]): boolean => event["level"] === "Error";
    const shown = events.filter((event) => options["failed"] !== true || isFailed(event)).slice(0, count);
    output.result(shown, () => printEvents(shown, output));
  },
};

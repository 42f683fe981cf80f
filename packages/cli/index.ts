export { commandGroups, commands } from "./commands/index.ts";
export type { Command, CommandOption } from "./command.ts";

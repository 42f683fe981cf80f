import process from "node:process";
import { runCommandLine } from "./program.ts";

// Whoever reads may stop reading (`byocni … | head`): the end that SIGPIPE is to other programs.
const exitBrokenPipe = 141;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(exitBrokenPipe);
});

process.exitCode = await runCommandLine(process.argv.slice(2));

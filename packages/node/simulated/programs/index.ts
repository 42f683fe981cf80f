import type { Program } from "../shell/index.ts";
import { cp, install, mv } from "./copy.ts";
import { filePrograms } from "./file-programs.ts";
import { sed } from "./sed.ts";
import { tar } from "./tar.ts";
import { systemPrograms } from "./system-programs.ts";
import { textPrograms } from "./text-programs.ts";

/** What every image with a shell carries, by name. */
export const commonPrograms: Readonly<Record<string, Program>> = {
  ...filePrograms,
  ...textPrograms,
  ...systemPrograms,
  cp,
  mv,
  install,
  sed,
  tar,
};

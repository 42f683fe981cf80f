import { access } from "node:fs/promises";
import process from "node:process";
import { run, type ClientRecipe } from "./client.ts";

/** The reference CNI plugins, as Debian packages them. The path is the folder that holds them. */
export const cniPlugins: ClientRecipe = {
  name: "cni-plugins",
  version: "1.1.1",
  source: "Debian containernetworking-plugins",
  system: true,
  async install() {
    const path = "/usr/lib/cni";
    try {
      await access(`${path}/bridge`);
    } catch {
      if (process.getuid?.() !== 0) throw new Error("apt-get needs root");
      const quiet = { DEBIAN_FRONTEND: "noninteractive" };
      await run("apt-get", ["update", "-qq"], quiet);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "containernetworking-plugins"], quiet);
    }
    return path;
  },
};

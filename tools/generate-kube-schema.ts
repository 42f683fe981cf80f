import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { GeneratedFile } from "./generate.ts";

/** The type tables of `packages/kube/schema`, from the fact files about the Kubernetes API. */
export async function generate(root: string): Promise<readonly GeneratedFile[] | undefined> {
  const shared = process.env["BYOCNI_SHARED"] ?? join(root, "..", "shared");
  if (!existsSync(join(shared, "facts", "kube", "types.json"))) return undefined;
  const { files } = await import("./generators/kube-schema.ts");
  return files;
}

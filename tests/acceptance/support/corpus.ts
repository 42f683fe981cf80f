import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "@byocni/base/core";
import { readTemplateText } from "@byocni/azure/template";

const shared = process.env["BYOCNI_SHARED"] ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const folder = `${shared}/corpus`;

/** The shared test inputs are kept beside the repository and are absent on users' machines. */
export const hasCorpus = existsSync(folder);

export function corpusText(path: string): string {
  return readFileSync(`${folder}/${path}`, "utf8");
}

export function corpusHas(path: string): boolean {
  return existsSync(`${folder}/${path}`);
}

/** A file of the corpus as Resource Manager's lenient reader sees it. */
export function corpusJson(path: string): JsonObject {
  const { value } = readTemplateText(corpusText(path));
  if (!isJsonObject(value)) throw new Error(`${path} is no JSON object`);
  return value;
}

/** Paths of all files below a folder of the corpus, relative to it. */
export function corpusFiles(below: string): readonly string[] {
  return readdirSync(`${folder}/${below}`, { recursive: true, encoding: "utf8" }).toSorted();
}

/** Where a file or folder of the corpus is. */
export function corpusPath(path: string): string {
  return `${folder}/${path}`;
}

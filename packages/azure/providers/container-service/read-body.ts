import type { Json } from "@byocni/base/core";
import { type BodyReader, bodyReader } from "../body/read-body.ts";
import { aksFaults } from "./errors.ts";

/** Reads a body with AKS's refusals. @param path for messages, for example `networkProfile` */
export function readBody(value: Json | undefined, path: string): BodyReader {
  return bodyReader(value, path, (parameter, reason) =>
    aksFaults.InvalidParameter({ parameter, reason }, { target: parameter }),
  );
}

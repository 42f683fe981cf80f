import { statusErrors } from "@byocni/kube/schema";

/** Where a list that was cut goes on. */
export interface ContinueToken {
  /** The state that the pages show; -1: whatever is there now. */
  readonly revision: number;
  /** The part of the last shown key that follows the resource's prefix. */
  readonly after: string;
}

const tokenVersion = "meta.k8s.io/v1";

export function encodeContinue(token: ContinueToken): string {
  const text = JSON.stringify({ v: tokenVersion, rv: token.revision, start: `${token.after}\0` });
  return Buffer.from(text).toString("base64url");
}

/** @throws StatusError BadRequest */
export function decodeContinue(text: string): ContinueToken {
  let parsed: { readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown };
  try {
    parsed = JSON.parse(Buffer.from(text, "base64url").toString()) as typeof parsed;
  } catch {
    throw bad("invalid character in the token");
  }
  if (parsed.v !== tokenVersion)
    throw bad(`server does not recognize this encoded version ${JSON.stringify(parsed.v)}`);
  if (typeof parsed.rv !== "number" || parsed.rv === 0)
    throw bad("incorrect encoded start resourceVersion (version meta.k8s.io/v1)");
  if (typeof parsed.start !== "string" || parsed.start === "") throw bad("encoded start key empty");
  if (parsed.start.includes("..")) throw bad("encoded start key is not a key");
  return { revision: parsed.rv, after: parsed.start.replace(/\0$/, "") };
}

function bad(cause: string): Error {
  return statusErrors.badRequest(`continue key is not valid: ${cause}`);
}

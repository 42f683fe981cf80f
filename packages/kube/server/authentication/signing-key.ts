import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Store } from "@byocni/base/store";

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Names the key in tokens and in the key set. */
  readonly kid: string;
}

/** Outside of what the API shows. */
const storeKey = "/system/service-account-signing-key";

/** The key that signs service-account tokens: made once, then kept with the cluster, so that tokens outlive restarts. */
export async function loadSigningKey(store: Store): Promise<SigningKey> {
  const kept = await store.get(storeKey);
  const pem = kept ? String(kept.value["pem"]) : await makeKey(store);
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  const kid = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { privateKey, publicKey, kid };
}

async function makeKey(store: Store): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const written = await store.write([{ kind: "put", key: storeKey, value: { pem }, expect: { kind: "absent" } }]);
  // Somebody else was first: theirs is the cluster's.
  return written.ok ? pem : String(written.current?.value["pem"]);
}

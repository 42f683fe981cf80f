import { createHash, createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import type { Store } from "@byocni/base/store";

export interface VerifyingKey {
  readonly publicKey: KeyObject;
  /** Names the key in tokens and in the key set. */
  readonly kid: string;
}

export interface SigningKey extends VerifyingKey {
  readonly privateKey: KeyObject;
  /** The key before this one: its tokens hold until they end. */
  readonly previous?: VerifyingKey;
}

/** Outside of what the API shows. */
const storeKey = "/system/service-account-signing-key";

/** The key that signs service-account tokens: made once, then kept with the cluster, so that tokens outlive restarts. */
export async function loadSigningKey(store: Store): Promise<SigningKey> {
  const kept = await store.get(storeKey);
  const pem = kept ? String(kept.value["pem"]) : await makeKey(store);
  const before = kept?.value["previous"];
  const privateKey = createPrivateKey(pem);
  return {
    privateKey,
    ...verifyingKey(privateKey),
    ...(typeof before === "string" ? { previous: verifyingKey(createPrivateKey(before)) } : {}),
  };
}

/**
 * Gives the cluster another key; tokens of the one before hold on, those of older ones no more. The API server of the
 * cluster must not run meanwhile.
 */
export async function rotateSigningKey(store: Store): Promise<void> {
  const kept = await store.get(storeKey);
  if (!kept) return void (await makeKey(store));
  const value = { pem: await newKey(), previous: String(kept.value["pem"]) };
  await store.write([{ kind: "put", key: storeKey, value }]);
}

function verifyingKey(privateKey: KeyObject): VerifyingKey {
  const publicKey = createPublicKey(privateKey);
  const kid = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { publicKey, kid };
}

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

async function makeKey(store: Store): Promise<string> {
  const pem = await newKey();
  const written = await store.write([{ kind: "put", key: storeKey, value: { pem }, expect: { kind: "absent" } }]);
  // Somebody else was first: theirs is the cluster's.
  return written.ok ? pem : String(written.current?.value["pem"]);
}

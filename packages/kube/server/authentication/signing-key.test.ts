import { createMemoryStoreHost } from "@byocni/base/store";
import { expect, it } from "vitest";
import { jsonWebKey, signToken, verifyToken } from "./json-web-token.ts";
import { loadSigningKey, rotateSigningKey } from "./signing-key.ts";

it("keeps its key, and after a rotation the one before for as long as its tokens may live", async () => {
  const store = await createMemoryStoreHost().open("cluster");
  const first = await loadSigningKey(store);
  expect((await loadSigningKey(store)).kid).toBe(first.kid);
  expect(first.previous).toBeUndefined();
  const token = signToken({ sub: "a" }, first.privateKey, first.kid);
  await rotateSigningKey(store);
  const second = await loadSigningKey(store);
  expect(second.kid).not.toBe(first.kid);
  expect(second.previous?.kid).toBe(first.kid);
  expect(second.previous && verifyToken(token, second.previous.publicKey, second.previous.kid)).toEqual({ sub: "a" });
  await rotateSigningKey(store);
  const third = await loadSigningKey(store);
  expect([third.kid, third.previous?.kid]).not.toContain(first.kid);
});

it("makes a key where there was none to rotate", async () => {
  const store = await createMemoryStoreHost().open("cluster");
  await rotateSigningKey(store);
  expect((await loadSigningKey(store)).previous).toBeUndefined();
});

it("is shown as a JSON Web Key without its private half", async () => {
  const { publicKey, kid } = await loadSigningKey(await createMemoryStoreHost().open("cluster"));
  expect(jsonWebKey(publicKey, kid)).toEqual({
    use: "sig",
    alg: "ES256",
    kid,
    kty: "EC",
    crv: "P-256",
    x: expect.any(String),
    y: expect.any(String),
  });
});

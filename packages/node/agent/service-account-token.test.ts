import { createFakeClock } from "@byocni/base/core/testing";
import { type KubeClient, type Pod, timestamp } from "@byocni/kube/client";
import { describe, expect, it } from "vitest";
import { requestToken, tokenContent } from "./service-account-token.ts";

describe("service account tokens", () => {
  it("are asked for as kubelet asks: for the pod's account, bound to the pod", async () => {
    const asked: unknown[] = [];
    const client = {
      createSub: (...call: readonly unknown[]) => {
        asked.push(call);
        return Promise.resolve({ status: { token: "t", expirationTimestamp: timestamp(7_000) } });
      },
    } as unknown as KubeClient;
    const pod: Pod = {
      metadata: { name: "p", namespace: "n", uid: "u" },
      spec: { serviceAccountName: "robot", containers: [] },
    };
    expect(await requestToken(client, pod, "vault", 3607)).toEqual({ token: "t", expires: 7_000 });
    expect(asked).toEqual([
      [
        expect.objectContaining({ resource: "serviceaccounts", namespace: "n", name: "robot" }),
        "token",
        expect.objectContaining({
          spec: {
            audiences: ["vault"],
            expirationSeconds: 3607,
            boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p", uid: "u" },
          },
        }),
      ],
    ]);
  });

  it("are kept for four fifths of their life, and asked for again after a failure", async () => {
    const clock = createFakeClock();
    let count = 0;
    let broken = false;
    const content = tokenContent(clock, () => {
      count++;
      if (broken) return Promise.reject(new Error("gone"));
      return Promise.resolve({ token: `token ${count}`, expires: clock.now() + 1000 });
    });
    expect(await Promise.all([content(), content()])).toEqual(["token 1", "token 1"]);
    await clock.advance(799);
    expect(await content()).toBe("token 1");
    await clock.advance(1);
    broken = true;
    await expect(content()).rejects.toThrow("gone");
    broken = false;
    expect(await content()).toBe("token 3");
  });
});

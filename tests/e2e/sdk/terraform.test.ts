import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RecordedRequest, terraformReplay, terraformRuns } from "@byocni/azure/providers/testing";
import { type HttpCaller, networkCaller } from "@byocni/base/http";
import { type TestEngine, startTestEngine } from "../../support/engine.ts";
import { keepResults } from "./results.ts";

const subscription = "/subscriptions/00000000-0000-0000-0000-000000000001";
const tenant = "00000000-0000-0000-0000-000000000002";

// The provider itself is not on npm or PyPI: what it was seen to send is sent again, in order.
describe("Terraform's azurerm, request by request", () => {
  let engine: TestEngine;
  let anonymous: HttpCaller;
  let caller: HttpCaller;
  beforeAll(async () => {
    engine = await startTestEngine();
    const ca = readFileSync(join(engine.dataDir, "authority", "ca.crt"), "utf8");
    anonymous = networkCaller({ origin: engine.origin, ca });
    caller = networkCaller({ origin: engine.origin, ca, token: await token(`${engine.origin}/.default`) });
  });
  afterAll(() => engine.close());

  async function token(scope: string): Promise<string> {
    const form = new URLSearchParams({
      client_id: "00000000-0000-0000-0000-000000000004",
      client_secret: "byocni",
      grant_type: "client_credentials",
      scope,
    });
    const reply = await anonymous({
      method: "POST",
      path: `/adfs/${tenant}/oauth2/v2.0/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: { bytes: Buffer.from(form.toString()) },
    });
    const body = (await reply.json()) as { readonly access_token?: string; readonly token_type?: string };
    expect(body).toMatchObject({ token_type: "Bearer", access_token: expect.any(String) });
    return body.access_token ?? "";
  }

  async function send({ method, path, version, body, status, operation }: RecordedRequest): Promise<unknown> {
    const reply = await caller({
      method,
      path: `${subscription}${path}${path.includes("?") ? "&" : "?"}api-version=${version}`,
      ...(body === undefined ? {} : { body: { json: body } }),
    });
    const text = await reply.text();
    expect(reply.status, text).toBe(status);
    if (operation !== undefined) await follow(reply.headers[operation] ?? "");
    return text === "" ? undefined : JSON.parse(text);
  }

  async function follow(address: string): Promise<void> {
    // Of the address, only path and query are used.
    const { pathname, search } = new URL(address);
    for (let attempt = 0; attempt < 600; attempt++) {
      const reply = await caller({ method: "GET", path: pathname + search });
      const text = await reply.text();
      const status = text === "" ? undefined : (JSON.parse(text) as { readonly status?: string }).status;
      if (status === "Succeeded" || (status === undefined && reply.status !== 202)) return;
      expect(["InProgress", "Running", undefined], text).toContain(status);
      await sleep(50);
    }
    throw new Error(`${address} does not end`);
  }

  it("is told by the metadata document that this is no Azure Stack", async () => {
    const reply = await anonymous({ method: "GET", path: "/metadata/endpoints?api-version=2022-09-01" });
    expect(await reply.json()).toMatchObject({
      authentication: { loginEndpoint: `${engine.origin}/adfs`, identityProvider: "AAD", tenant: "common" },
      resourceManager: `${engine.origin}/`,
    });
  });

  it("signs in for the directory too", async () => {
    expect(await token(`${engine.origin}/graph/.default`)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  describe.each(terraformRuns)("$title", ({ steps }) => {
    const replay = terraformReplay();
    it.each(
      Object.entries(steps).flatMap(([step, requests]) =>
        requests.map((request, index) => ({ step, number: index + 1, ...request })),
      ),
    )("$step $number: $method $path is $status", async ({ step: _step, number: _number, ...request }) => {
      replay.saw(request, await send(replay.fill(request)));
    });
  });

  it("went as docs/reference/sdks.md says", () => {
    keepResults("terraform", {
      title: "Terraform's azurerm, request by request",
      runs: terraformRuns.map(({ title, steps }) => ({
        title,
        steps: Object.fromEntries(Object.entries(steps).map(([step, requests]) => [step, requests.length])),
      })),
    });
  });
});

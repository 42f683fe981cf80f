import { describe, expect, it } from "vitest";
import { createLinkReader } from "./link-reader.ts";

type Answer = Response | Error | "never";

function readerFor(answers: Readonly<Record<string, Answer>>, more: { timeoutMs?: number; maxBytes?: number } = {}) {
  const asked: string[] = [];
  const fetch = ((url: URL, init?: RequestInit) => {
    asked.push(url.href);
    const answer = answers[url.href];
    if (answer instanceof Response) return Promise.resolve(answer);
    if (answer instanceof Error) return Promise.reject(answer);
    return new Promise((_, reject) => {
      init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
    });
  }) as typeof globalThis.fetch;
  return { read: createLinkReader({ fetch, ...more }), asked };
}

const redirect = (to: string) => new Response(null, { status: 302, headers: { location: to } });
const failed = (code: string) => new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });

describe("the reader of linked templates", () => {
  it("follows redirects to http and https, also relative ones", async () => {
    const { read, asked } = readerFor({
      "https://a/t": redirect("/u"),
      "https://a/u": redirect("http://b/v"),
      "http://b/v": new Response("\uFEFF{}"),
    });
    expect(await read("https://a/t")).toBe("{}");
    expect(asked).toEqual(["https://a/t", "https://a/u", "http://b/v"]);
  });

  it.each<[string, string, Answer, RegExp]>([
    ["a file", "file:///etc/passwd", "never", /Only http and https/],
    ["no address at all", "x", "never", /Only http and https/],
    [
      "a redirect to a file",
      "https://a/t?sig=1",
      redirect("file:///etc/passwd"),
      /redirects to 'file:\/\/\/etc\/passwd', which is neither/,
    ],
    ["a redirect without end", "https://a/t", redirect("https://a/t"), /redirects more than 5 times/],
    ["what is not there", "https://a/t?sig=1", new Response("", { status: 404 }), /answered with status 404/],
    ["an unknown host", "https://nowhere/t", failed("ENOTFOUND"), /The host 'nowhere' is not known here/],
    ["a closed port", "http://localhost:1/t", failed("ECONNREFUSED"), /Nothing listens at 'localhost:1'/],
    ["silence", "https://a/t", "never", /did not answer within 0.02 seconds/],
    ["too much", "https://a/t", new Response("x".repeat(2000)), /larger than/],
    [
      "what says that it is too much",
      "https://a/t",
      new Response("x", { headers: { "content-length": "5000" } }),
      /larger than/,
    ],
  ])("refuses %s", async (_what, uri, answer, reason) => {
    const { read } = readerFor({ [uri]: answer }, { timeoutMs: 20, maxBytes: 1024 });
    const error = (await read(uri).catch((thrown: unknown) => thrown)) as {
      readonly code: string;
      readonly message: string;
      body(): { readonly details: readonly { readonly message: string }[] };
    };
    expect(error.code).toBe("InvalidContentLink");
    expect(error.message).not.toContain("sig=");
    expect(error.body().details[0]?.message).toMatch(reason);
  });
});

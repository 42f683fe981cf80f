import { type HttpRequest, type HttpResponse, textResponse } from "@byocni/base/http";

/** A named question whose answer is yes or a reason. */
export interface HealthCheck {
  readonly name: string;
  /** @returns undefined when all is well */
  readonly check: () => Promise<string | undefined> | string | undefined;
}

/** `/healthz`, `/livez`, `/readyz`: `ok`, or with `?verbose` or on failure a line for each check. */
export async function respondHealth(
  kind: string,
  checks: readonly HealthCheck[],
  request: HttpRequest,
): Promise<HttpResponse> {
  const excluded = new Set(request.query.getAll("exclude"));
  const lines: string[] = [];
  let failed = false;
  for (const { name, check } of checks) {
    if (excluded.has(name)) {
      lines.push(`[+]${name} excluded: ok`);
      continue;
    }
    const problem = await check();
    if (problem !== undefined) failed = true;
    lines.push(problem === undefined ? `[+]${name} ok` : `[-]${name} failed: reason withheld`);
  }
  const verbose = request.query.has("verbose");
  if (failed) return textResponse(500, `${lines.join("\n")}\n${kind} check failed\n`);
  return textResponse(200, verbose ? `${lines.join("\n")}\n${kind} check passed\n` : "ok");
}

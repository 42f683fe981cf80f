import { readFileSync } from "node:fs";
import { type HttpCaller, networkCaller } from "@byocni/base/http";
import { type DataDirectory, type Instance, defaultLogin } from "@byocni/engine/instance";
import { CommandError } from "../command.ts";
import { type ErrorNode, errorDetails, errorLine, unfoldError } from "../output/index.ts";
import { authorityFile, unreachableEngine } from "./instance.ts";

export type ArmBody = Readonly<Record<string, unknown>>;

export interface ArmReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` when there is none. */
  readonly body: ArmBody | undefined;
}

/** Resource Manager as the commands use it: the same HTTPS door that az uses. */
export interface ArmClient {
  /** One exchange. A text is sent as it is. @throws ArmRefusal for a status from 400 */
  send(method: string, path: string, body?: unknown): Promise<ArmReply>;
  /** The answer's body; `undefined` for none and, on GET, for 404. @throws ArmRefusal */
  call(method: string, path: string, body?: unknown): Promise<ArmBody | undefined>;
  /** A call whose operation is followed to its end. @throws ArmRefusal also when the operation fails */
  finish(method: string, path: string, body?: unknown): Promise<ArmBody | undefined>;
  /** All items of a collection, page after page. @throws ArmRefusal */
  list(path: string): Promise<readonly ArmBody[]>;
  readonly subscriptionId: string;
}

/** Resource Manager said no. */
export class ArmRefusal extends CommandError {
  override readonly name = "ArmRefusal";
  readonly error: ErrorNode;
  readonly status: number;
  constructor(error: ErrorNode, status: number, extra: { readonly details?: readonly string[] } = {}) {
    const shown = unfoldError(error);
    super(errorLine(shown), { details: [...errorDetails(shown), ...(extra.details ?? [])], body: error });
    this.error = error;
    this.status = status;
  }
}

/** Logs in with the default identity. @throws CommandError when the engine does not answer */
export async function createArmClient(instance: Instance, directory: DataDirectory): Promise<ArmClient> {
  const ca = readFileSync(authorityFile(directory), "utf8");
  const anonymous = networkCaller({ origin: instance.origin, ca });
  const token = await login(anonymous).catch((error: unknown) => {
    throw error instanceof CommandError ? error : unreachableEngine(instance, directory, error);
  });
  const caller = networkCaller({ origin: instance.origin, ca, token });

  async function exchange(method: string, path: string, body?: unknown): Promise<ArmReply> {
    const text = typeof body === "string" ? { bytes: Buffer.from(body) } : { json: body };
    const headers = typeof body === "string" ? { headers: { "content-type": "application/json" } } : {};
    const reply = await caller({ method, path, ...headers, ...(body === undefined ? {} : { body: text }) });
    const answer = await reply.text();
    return { status: reply.status, headers: reply.headers, body: answer ? (JSON.parse(answer) as ArmBody) : undefined };
  }
  async function send(method: string, path: string, body?: unknown): Promise<ArmReply> {
    const reply = await exchange(method, path, body);
    if (reply.status >= 400) throw new ArmRefusal(errorOf(reply.body, reply.status), reply.status);
    return reply;
  }
  async function call(method: string, path: string, body?: unknown): Promise<ArmBody | undefined> {
    const reply = await exchange(method, path, body);
    if (method === "GET" && reply.status === 404) return undefined;
    if (reply.status >= 400) throw new ArmRefusal(errorOf(reply.body, reply.status), reply.status);
    return reply.body;
  }
  return {
    subscriptionId: defaultLogin.subscriptionId,
    send,
    call,
    async finish(method, path, body) {
      const reply = await send(method, path, body);
      if (!operationOf(reply)) return reply.body;
      const last = await followReply({ send }, reply);
      if (method === "DELETE") return undefined;
      return method === "POST" ? last : call("GET", path);
    },
    async list(path) {
      const items: ArmBody[] = [];
      for (let next: string | undefined = path; next !== undefined;) {
        const body: ArmBody | undefined = (await send("GET", next)).body;
        items.push(...((body?.["value"] ?? []) as readonly ArmBody[]));
        const link: unknown = body?.["nextLink"];
        next = typeof link === "string" ? pathOf(link) : undefined;
      }
      return items;
    },
  };
}

function operationOf({ headers }: ArmReply): string | undefined {
  return headers["azure-asyncoperation"] ?? headers["location"];
}

/**
 * Follows the operation that an answer started, in the rhythm that the server asks for; gives its last answer, or the
 * answer itself when it started none.
 * @throws ArmRefusal when the operation fails
 */
export async function followReply(arm: Pick<ArmClient, "send">, reply: ArmReply): Promise<ArmBody | undefined> {
  const operation = operationOf(reply);
  if (operation === undefined) return reply.body;
  for (let wait = delay(reply.headers); ;) {
    const poll = await arm.send("GET", pathOf(operation));
    const state = poll.body?.["status"];
    if (state === "Failed" || state === "Canceled") throw new ArmRefusal(errorOf(poll.body, poll.status), poll.status);
    if (state === "Succeeded" || (state === undefined && poll.status !== 202)) return poll.body;
    await new Promise((resolve) => setTimeout(resolve, wait));
    wait = delay(poll.headers);
  }
}

function pathOf(address: string): string {
  const url = new URL(address);
  return url.pathname + url.search;
}

/** How long the server asks to wait, in milliseconds. */
function delay(headers: ArmReply["headers"]): number {
  const ms = Number(headers["retry-after-ms"]);
  return Number.isFinite(ms) && ms > 0 ? ms : Math.max(50, Number(headers["retry-after"] ?? 0) * 1000);
}

async function login(caller: HttpCaller): Promise<string> {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: defaultLogin.clientId,
    client_secret: defaultLogin.clientSecret,
    scope: "https://management.core.windows.net//.default",
  });
  const reply = await caller({
    method: "POST",
    path: "/adfs/oauth2/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: { bytes: Buffer.from(form.toString()) },
  });
  const body = (await reply.json()) as { readonly access_token?: string };
  if (!body.access_token) throw new CommandError(`no token: the engine answered ${reply.status}`);
  return body.access_token;
}

function errorOf(body: ArmBody | undefined, status: number): ErrorNode {
  const error = body?.["error"];
  return typeof error === "object" && error !== null
    ? error
    : { code: String(status), message: "the request was refused" };
}

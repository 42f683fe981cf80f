import { readFileSync } from "node:fs";
import { type HttpCaller, networkCaller } from "@byocni/base/http";
import { type DataDirectory, type Instance, defaultLogin } from "@byocni/engine/instance";
import { CommandError } from "../command.ts";
import { authorityFile, unreachableEngine } from "./instance.ts";

/** Resource Manager as the commands use it: the same HTTPS door that az uses. */
export interface ArmClient {
  /** The answer's body; `undefined` for 204 and, on GET, for 404. @throws CommandError with Azure's code and message. */
  call(method: string, path: string, body?: unknown): Promise<ArmBody | undefined>;
  /** A call whose operation is followed to its end. */
  finish(method: string, path: string, body?: unknown): Promise<ArmBody | undefined>;
  readonly subscriptionId: string;
}

export type ArmBody = Readonly<Record<string, unknown>>;

interface ErrorBody {
  readonly error?: {
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly { readonly message?: string }[];
  };
}

/** Logs in with the default identity. */
export async function createArmClient(instance: Instance, directory: DataDirectory): Promise<ArmClient> {
  const ca = readFileSync(authorityFile(directory), "utf8");
  const anonymous = networkCaller({ origin: instance.origin, ca });
  const token = await login(anonymous).catch((error: unknown) => {
    throw error instanceof CommandError ? error : unreachableEngine(instance, directory, error);
  });
  const caller = networkCaller({ origin: instance.origin, ca, token });
  async function send(method: string, path: string, body?: unknown) {
    const reply = await caller({ method, path, ...(body === undefined ? {} : { body: { json: body } }) });
    const text = await reply.text();
    const value = text ? (JSON.parse(text) as ArmBody) : undefined;
    if (method === "GET" && reply.status === 404) return { reply, value: undefined };
    if (reply.status >= 400) throw refusal(value, reply.status);
    return { reply, value };
  }
  return {
    subscriptionId: defaultLogin.subscriptionId,
    call: async (method, path, body) => (await send(method, path, body)).value,
    async finish(method, path, body) {
      const { reply, value } = await send(method, path, body);
      const operation = reply.headers["azure-asyncoperation"] ?? reply.headers["location"];
      if (!operation) return value;
      const url = new URL(operation);
      for (let wait = delay(reply.headers); ;) {
        const poll = await send("GET", url.pathname + url.search);
        const state = poll.value?.["status"];
        if (state === "Failed" || state === "Canceled") throw refusal(poll.value, 200);
        if (state === "Succeeded" || (state === undefined && poll.reply.status !== 202)) break;
        await new Promise((resolve) => setTimeout(resolve, wait));
        wait = delay(poll.reply.headers);
      }
      return method === "DELETE" ? undefined : (await send("GET", path)).value;
    },
  };
}

/** How long the server asks to wait, in milliseconds. */
function delay(headers: Readonly<Record<string, string>>): number {
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

function refusal(body: ArmBody | undefined, status: number): CommandError {
  const { error } = (body ?? {}) as ErrorBody;
  const details = (error?.details ?? []).flatMap(({ message }) => (message ? [`\n  ${message}`] : [])).join("");
  return new CommandError(`(${error?.code ?? status}) ${error?.message ?? "request refused"}${details}`);
}

import { isJsonObject, type Json } from "@byocni/base/core";
import { fault, TemplateError } from "../errors/template-error.ts";
import { typeOf } from "../expression/value.ts";
import { readTemplateText } from "../reader/read-template-text.ts";
import { objectArgument, stringArgument } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** UTF-8 text of strict base64. @throws ExpressionFault */
function decode(name: string, text: string): string {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw fault("argumentBase64", name);
  return Buffer.from(text, "base64").toString("utf8");
}

function base64ToJson(args: readonly Json[]): Json {
  try {
    return readTemplateText(decode("base64ToJson", stringArgument("base64ToJson", args, 0))).value;
  } catch (error) {
    if (error instanceof TemplateError) throw fault("argumentConvert", "base64ToJson");
    throw error;
  }
}

const dataUri = /^data:([\w.+-]+\/[\w.+-]+)?(?:;charset=([\w-]+))?(;base64)?,(.*)$/s;
const charsets: readonly string[] = ["utf8", "utf-8", "us-ascii", "ascii"];

function dataUriToString(args: readonly Json[]): Json {
  const text = stringArgument("dataUriToString", args, 0);
  const match = dataUri.exec(text);
  if (!match) throw fault("dataUriFormat", text);
  const [, , charset = "utf-8", base64, data = ""] = match;
  if (!charsets.includes(charset.toLowerCase())) throw fault("dataUriCharset", charset);
  if (base64 === undefined) return unescape(data);
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) throw fault("argumentConvert", "dataUriToString");
  return Buffer.from(data, "base64").toString("utf8");
}

const loneSurrogate = /\p{Surrogate}/gu;

/** RFC 3986: everything but letters, digits and `-_.~` is escaped. */
function escape(text: string): string {
  return encodeURIComponent(text.replace(loneSurrogate, "\ufffd")).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Undoes escapes; what is no valid escape stays as it is. */
function unescape(text: string): string {
  return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

function combine(args: readonly Json[]): Json {
  const base = stringArgument("uri", args, 0);
  const relative = stringArgument("uri", args, 1);
  if (!URL.canParse(base)) throw fault("uriInvalid", base);
  return new URL(relative, base).href;
}

function parseUri(args: readonly Json[]): Json {
  const text = stringArgument("parseUri", args, 0);
  if (!URL.canParse(text)) throw fault("argumentConvert", "parseUri");
  const url = new URL(text);
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname,
    ...(url.port === "" ? {} : { port: Number(url.port) }),
    path: url.pathname,
    ...(url.search === "" ? {} : { query: url.search }),
  };
}

function buildUri(args: readonly Json[]): Json {
  const parts = objectArgument("buildUri", args, 0);
  const part = (name: string): string => {
    const value = parts[name];
    if (value === undefined || value === null) return "";
    if (typeof value === "string" || typeof value === "number") return String(value);
    throw fault("argumentType", "buildUri", "an object of strings", isJsonObject(value) ? "Object" : typeOf(value));
  };
  const port = part("port");
  const path = part("path");
  const query = part("query");
  const text = [
    `${part("scheme")}://${part("host")}`,
    port === "" ? "" : `:${port}`,
    path === "" || path.startsWith("/") ? path : `/${path}`,
    query === "" || query.startsWith("?") ? query : `?${query}`,
  ].join("");
  if (!URL.canParse(text)) throw fault("argumentConvert", "buildUri");
  return text;
}

export const encodingFunctions: readonly TemplateFunction[] = [
  eager("base64", 1, 1, ([value = null]) => {
    if (typeof value !== "string") throw fault("argumentType", "base64", "of type 'String'", typeOf(value));
    return Buffer.from(value, "utf8").toString("base64");
  }),
  eager("base64ToJson", 1, 1, base64ToJson),
  eager("base64ToString", 1, 1, (args) => decode("base64ToString", stringArgument("base64ToString", args, 0))),
  eager("buildUri", 1, 1, buildUri),
  eager("dataUri", 1, 1, (args) => {
    const text = stringArgument("dataUri", args, 0);
    return `data:text/plain;charset=utf8;base64,${Buffer.from(text, "utf8").toString("base64")}`;
  }),
  eager("dataUriToString", 1, 1, dataUriToString),
  eager("parseUri", 1, 1, parseUri),
  eager("uri", 2, 2, combine),
  eager("uriComponent", 1, 1, (args) => escape(stringArgument("uriComponent", args, 0))),
  eager("uriComponentToString", 1, 1, (args) => unescape(stringArgument("uriComponentToString", args, 0))),
];

import { canonicalTime } from "../decode/time.ts";
import { dnsSubdomainProblems } from "../validation/names.ts";

const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`);

/** An IPv4 address in dotted form, without leading zeros. */
export function isIPv4Address(text: string): boolean {
  return ipv4.test(text);
}

/** An IPv6 address, compressed or not, optionally with an IPv4 tail; no zone. */
export function isIPv6Address(text: string): boolean {
  if (!/^[0-9a-fA-F:.]+$/.test(text) || !text.includes(":") || text.includes(":::")) return false;
  let body = text;
  const tail = body.slice(body.lastIndexOf(":") + 1);
  if (tail.includes(".")) {
    if (!isIPv4Address(tail)) return false;
    body = `${body.slice(0, body.lastIndexOf(":") + 1)}0:0`;
  }
  const halves = body.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

export function isIPAddress(text: string): boolean {
  return isIPv4Address(text) || isIPv6Address(text);
}

/** An address and a prefix length. */
export function isCidr(text: string): boolean {
  const match = /^(.+)\/([0-9]{1,3})$/.exec(text);
  if (!match) return false;
  const [, address = "", prefix = ""] = match;
  if (prefix.length > 1 && prefix.startsWith("0")) return false;
  return isIPv4Address(address) ? Number(prefix) <= 32 : isIPv6Address(address) && Number(prefix) <= 128;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && canonicalTime(`${text}T00:00:00Z`) !== undefined;
}

function isUri(text: string): boolean {
  // A request URI: an absolute URI or an absolute path.
  return text.startsWith("/") || (/^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(text) && URL.canParse(text));
}

const uuid = (version: string): RegExp =>
  new RegExp(`^[0-9a-f]{8}-?[0-9a-f]{4}-?${version}[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$`, "i");
const anyUuid = uuid("[0-9a-f]");

/** The formats of JSON Schema that the API server checks; an unknown format is not checked. */
export const stringFormats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) => canonicalTime(text) !== undefined,
  datetime: (text) => canonicalTime(text) !== undefined,
  date: isDate,
  duration: (text) => /^(?:[0-9]+(?:\.[0-9]+)?\s*[a-zµ]+\s*)+$/i.test(text) || text === "0",
  ipv4: isIPv4Address,
  ipv6: isIPv6Address,
  cidr: isCidr,
  mac: (text) => /^(?:[0-9a-fA-F]{2}([:-]))(?:[0-9a-fA-F]{2}\1){4}[0-9a-fA-F]{2}$/.test(text),
  uri: isUri,
  hostname: (text) => dnsSubdomainProblems(text.toLowerCase()).length === 0,
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  byte: (text) => /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text),
  uuid: (text) => anyUuid.test(text),
  uuid3: (text) => uuid("3").test(text),
  uuid4: (text) => uuid("4").test(text),
  uuid5: (text) => uuid("5").test(text),
};

import { type FieldError, fieldErrors, statusErrors } from "@byocni/kube/schema";
import { isTrue } from "../request/request-info.ts";
import type { LogLine } from "./pod-access.ts";

export interface LogOptions {
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  /** Milliseconds since the epoch; only lines from then on. */
  readonly since: number | undefined;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
}

/** @throws StatusError Invalid */
export function readLogOptions(query: URLSearchParams, now: number): LogOptions {
  const errors: FieldError[] = [];
  const integer = (name: string, least: number, detail: string): number | undefined => {
    const text = query.get(name);
    if (text === null || text === "") return undefined;
    const value = Number(text);
    if (!Number.isInteger(value))
      throw statusErrors.badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`);
    if (value < least) errors.push(fieldErrors.invalid(name, value, detail));
    return value;
  };
  const tailLines = integer("tailLines", 0, "must be greater than or equal to 0");
  const limitBytes = integer("limitBytes", 1, "must be greater than 0");
  const sinceSeconds = integer("sinceSeconds", 1, "must be greater than 0");
  const sinceText = query.get("sinceTime") || undefined;
  const sinceTime = sinceText === undefined ? undefined : Date.parse(sinceText);
  if (sinceTime !== undefined && sinceSeconds !== undefined)
    errors.push(fieldErrors.forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified"));
  if (sinceTime !== undefined && Number.isNaN(sinceTime))
    errors.push(fieldErrors.invalid("sinceTime", sinceText, "must be an RFC 3339 time"));
  if (errors.length > 0) throw statusErrors.invalid({ group: "", kind: "PodLogOptions" }, "", errors);
  return {
    follow: isTrue(query.get("follow")),
    previous: isTrue(query.get("previous")),
    timestamps: isTrue(query.get("timestamps")),
    since: sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000,
    tailLines,
    limitBytes,
  };
}

/** The lines that the options choose of those that are there: from a time on, then the last ones. */
export function chooseLines(lines: readonly LogLine[], options: LogOptions): readonly LogLine[] {
  const { since, tailLines } = options;
  const recent = since === undefined ? lines : lines.filter(({ time }) => Date.parse(time) >= since);
  if (tailLines === undefined) return recent;
  return tailLines === 0 ? [] : recent.slice(-tailLines);
}

import { CommandError } from "../command.ts";
import { type ErrorNode, type Output, errorLine, formatTable } from "../output/index.ts";
import type { ArmBody, ArmClient } from "./arm-client.ts";

const version = "2015-04-01";

/** The activity log, newest first. */
export function eventsPath(arm: ArmClient, resourceGroup: string | undefined): string {
  const filter =
    resourceGroup === undefined ? "" : `&$filter=${encodeURIComponent(`resourceGroupName eq '${resourceGroup}'`)}`;
  const provider = "providers/Microsoft.Insights/eventtypes/management/values";
  return `/subscriptions/${arm.subscriptionId}/${provider}?api-version=${version}${filter}`;
}

interface EventShape {
  readonly eventTimestamp?: string;
  readonly caller?: string;
  readonly resourceId?: string;
  readonly operationName?: { readonly value?: string };
  readonly status?: { readonly value?: string };
  readonly properties?: { readonly statusMessage?: string; readonly warnings?: string };
}

/** What `byocni activity` is asked to show. */
export interface EventQuery {
  readonly failed: boolean;
  /** A moment in ISO 8601, or an amount of minutes, hours or days before now: `30m`. */
  readonly since: string | undefined;
  readonly resource: string | undefined;
  readonly operation: string | undefined;
  readonly caller: string | undefined;
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Texts are looked for anywhere, without regard to case. @throws CommandError for a time that is none */
export function eventFilter({
  failed,
  since,
  resource,
  operation,
  caller,
  now,
}: EventQuery): (event: ArmBody) => boolean {
  const earliest = since === undefined ? undefined : momentOf(since, now);
  const has = (value: string | undefined, wanted: string | undefined): boolean =>
    wanted === undefined || (value ?? "").toLowerCase().includes(wanted.toLowerCase());
  return (event) => {
    const shape = event as EventShape;
    return (
      (!failed || event["level"] === "Error") &&
      (earliest === undefined || Date.parse(shape.eventTimestamp ?? "") >= earliest) &&
      has(shape.resourceId, resource) &&
      has(shape.operationName?.value, operation) &&
      has(shape.caller, caller)
    );
  };
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function momentOf(text: string, now: number): number {
  const [, amount, unit = ""] = /^(\d+)\s*([smhd])$/i.exec(text.trim()) ?? [];
  if (amount !== undefined) return now - Number(amount) * (units[unit.toLowerCase()] ?? 0);
  const moment = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment))
    throw new CommandError(`--since ${text}: a moment such as 2026-01-31T12:00:00Z, or 30m, 2h, 1d`, { exitCode: 64 });
  return moment;
}

/** One line an event; errors and warnings beneath theirs. */
export function printEvents(events: readonly ArmBody[], output: Output): void {
  if (events.length === 0) {
    output.note("nothing was done yet");
    return;
  }
  const shapes = events as readonly EventShape[];
  const rows = shapes.map(({ eventTimestamp = "", caller = "", resourceId = "", operationName, status }) => [
    eventTimestamp.replace("T", " ").replace(/\.\d+Z$/, "Z"),
    status?.value ?? "",
    operationName?.value ?? "",
    shortId(resourceId),
    caller,
  ]);
  const [header = "", ...lines] = formatTable(["TIME", "STATUS", "OPERATION", "RESOURCE", "CALLER"], rows);
  output.line(header);
  for (const [index, line] of lines.entries()) {
    output.line(line);
    for (const note of notesOf(shapes[index])) output.line(`    ${note}`);
  }
}

/** Without the subscription, which is the same for all. */
function shortId(id: string): string {
  return id.replace(/^\/subscriptions\/[^/]+\/?/i, "") || id;
}

function notesOf(event: EventShape | undefined): readonly string[] {
  const { statusMessage, warnings } = event?.properties ?? {};
  const error = parsed<{ readonly error?: ErrorNode }>(statusMessage)?.error;
  const told = parsed<readonly { readonly code: string; readonly message: string }[]>(warnings) ?? [];
  return [...(error ? [errorLine(error)] : []), ...told.map(({ code, message }) => `warning: ${code}: ${message}`)];
}

function parsed<T>(text: string | undefined): T | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as T);
}

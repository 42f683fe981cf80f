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

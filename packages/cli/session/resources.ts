import { parseResourceId } from "@byocni/azure/types";
import { CommandError, type OptionValues } from "../command.ts";
import { text } from "../commands/options.ts";
import { type Output, formatTable } from "../output/index.ts";
import type { ArmBody, ArmClient } from "./arm-client.ts";

const listVersion = "2021-04-01";

/** Path of the list of resources, of the subscription or of a group. */
export function resourcesPath(arm: ArmClient, resourceGroup: string | undefined, type: string | undefined): string {
  const group = resourceGroup === undefined ? "" : `/resourceGroups/${encodeURIComponent(resourceGroup)}`;
  const filter = type === undefined ? "" : `&$filter=${encodeURIComponent(`resourceType eq '${type}'`)}`;
  return `/subscriptions/${arm.subscriptionId}${group}/resources?api-version=${listVersion}${filter}`;
}

/** The id that a command names: an id, or a name with `--resource-group` and `--type`. @throws CommandError */
export function resourceId(arm: ArmClient, named: string, options: OptionValues): string {
  if (named.startsWith("/")) return named;
  const group = text(options, "resourceGroup");
  const type = text(options, "type");
  if (group === undefined || type === undefined)
    throw new CommandError(`${named}: give the whole id, or a name with --resource-group and --type`, { exitCode: 64 });
  const [namespace = "", ...types] = type.split("/");
  const names = named.split("/");
  if (types.length !== names.length)
    throw new CommandError(
      `--type ${type} has ${types.length} parts below its namespace, ${named} has ${names.length}`,
      {
        exitCode: 64,
      },
    );
  const pairs = types.map((one, index) => `${one}/${encodeURIComponent(names[index] ?? "")}`).join("/");
  return `/subscriptions/${arm.subscriptionId}/resourceGroups/${encodeURIComponent(group)}/providers/${namespace}/${pairs}`;
}

/** The id with the newest stable api-version of its type. @throws CommandError when it is no id */
export async function versionedPath(arm: ArmClient, id: string, version: string | undefined): Promise<string> {
  if (version !== undefined) return `${id}?api-version=${version}`;
  if (/^\/subscriptions\/[^/]+\/resourceGroups\/[^/]+$/i.test(id)) return `${id}?api-version=2024-11-01`;
  const parsed = parseResourceId(id);
  if (!parsed) throw new CommandError(`${id} is not the id of a resource`, { exitCode: 64 });
  const [namespace = "", ...rest] = parsed.type.split("/");
  const provider = await arm.send(
    "GET",
    `/subscriptions/${arm.subscriptionId}/providers/${namespace}?api-version=${listVersion}`,
  );
  const types = (provider.body?.["resourceTypes"] ?? []) as readonly {
    readonly resourceType: string;
    readonly defaultApiVersion?: string;
    readonly apiVersions?: readonly string[];
  }[];
  const wanted = rest.join("/").toLowerCase();
  const type = types.find(({ resourceType }) => resourceType.toLowerCase() === wanted);
  const newest = type?.defaultApiVersion ?? type?.apiVersions?.[0];
  if (newest === undefined) throw new CommandError(`byocni has no resource type ${parsed.type}`);
  return `${id}?api-version=${newest}`;
}

/** One line a resource. */
export function printResources(resources: readonly ArmBody[], output: Output): void {
  if (resources.length === 0) {
    output.note("no resources");
    return;
  }
  const rows = resources.map(({ name, type, location, id }) => [
    String(name),
    String(type),
    groupOf(String(id)),
    String(location ?? ""),
  ]);
  for (const line of formatTable(["NAME", "TYPE", "RESOURCE GROUP", "LOCATION"], rows)) output.line(line);
}

/** The resource group in an id, empty when there is none. */
export function groupOf(id: string): string {
  return /\/resourcegroups\/([^/]+)/i.exec(id)?.[1] ?? "";
}

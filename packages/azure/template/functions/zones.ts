import type { Json } from "@byocni/base/core";
import { fault } from "../errors/template-error.ts";
import type { Evaluation } from "../expression/evaluation.ts";
import type { ZoneMapping } from "../plan/options.ts";
import { arrayArgument, integerArgument, stringArgument } from "./arguments.ts";
import { eager, type TemplateFunction } from "./definition.ts";

/** `pickZones(namespace, type, location, [count], [offset])`. */
function pickZones(args: readonly Json[], { host }: Evaluation): Json {
  const namespace = stringArgument("pickZones", args, 0);
  const type = stringArgument("pickZones", args, 1);
  const location = stringArgument("pickZones", args, 2);
  const count = args.length > 3 ? integerArgument("pickZones", args, 3) : 1;
  const offset = args.length > 4 ? integerArgument("pickZones", args, 4) : 0;
  const zones = host.cloud.zones?.(namespace, type, location);
  if (!zones) throw fault("zonesUnknown", `${namespace}/${type}`, location);
  return zones.slice(offset, offset + count);
}

type Direction = (mapping: ZoneMapping) => readonly [from: string, to: string];
const toLogical: Direction = ({ physicalZone, logicalZone }) => [physicalZone, logicalZone];
const toPhysical: Direction = ({ physicalZone, logicalZone }) => [logicalZone, physicalZone];

function mapZone(
  name: string,
  args: readonly Json[],
  zone: string,
  direction: Direction,
  { host }: Evaluation,
): string {
  const location = stringArgument(name, args, 1);
  const mappings = host.cloud.zoneMappings?.(stringArgument(name, args, 0), location);
  for (const mapping of mappings ?? []) {
    const [from, to] = direction(mapping);
    if (from.toLowerCase() === zone.toLowerCase()) return to;
  }
  throw fault("argumentInvalid", name, `The zone '${zone}' of the location '${location}' is not known.`);
}

function one(name: string, direction: Direction): TemplateFunction {
  return eager(name, 3, 3, (args, evaluation) =>
    mapZone(name, args, stringArgument(name, args, 2), direction, evaluation),
  );
}

function many(name: string, direction: Direction): TemplateFunction {
  return eager(name, 3, 3, (args, evaluation) => {
    const zones = arrayArgument(name, args, 2);
    return zones.map((_zone, index) =>
      mapZone(name, args, stringArgument(name, [...zones, null], index), direction, evaluation),
    );
  });
}

export const zoneFunctions: readonly TemplateFunction[] = [
  eager("pickZones", 3, 5, pickZones),
  one("toLogicalZone", toLogical),
  many("toLogicalZones", toLogical),
  one("toPhysicalZone", toPhysical),
  many("toPhysicalZones", toPhysical),
];

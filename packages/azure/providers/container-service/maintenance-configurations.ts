import type { JsonObject } from "@byocni/base/core";
import type { StoredType } from "@byocni/azure/arm";
import { omit } from "../body/read-body.ts";
import { versionsSince } from "./api-versions.ts";
import { aksFaults } from "./errors.ts";
import { readBody } from "./read-body.ts";

/** The windows that AKS knows: one for its own weekly releases, two for upgrades of the user's clusters. */
const names = ["default", "aksManagedAutoUpgradeSchedule", "aksManagedNodeOSUpgradeSchedule"];
const schedules = ["daily", "weekly", "absoluteMonthly", "relativeMonthly"];
const days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/** `Microsoft.ContainerService/managedClusters/maintenanceConfigurations`. Kept and shown: nothing here upgrades itself. */
export const maintenanceConfigurations: StoredType = {
  kind: "stored",
  name: "managedClusters/maintenanceConfigurations",
  apiVersions: versionsSince("2020-12-01"),
  showsState: false,
  patch: "none",
  prepare({ id, body }) {
    const sent = body.properties ?? {};
    if (!names.some((name) => name.toLowerCase() === id.name.toLowerCase()))
      throw invalid("configName", `Allowed values are: ${names.join(", ")}.`);
    const isDefault = id.name.toLowerCase() === "default";
    return { state: { properties: isDefault ? weekOf(sent) : windowOf(sent) } };
  },
};

function invalid(parameter: string, reason: string) {
  return aksFaults.InvalidParameter({ parameter, reason }, { target: parameter });
}

/** `default` may say its hours in the old form, or a window like the others. */
function weekOf(sent: JsonObject): JsonObject {
  const reader = readBody(sent, "properties");
  if (reader.has("maintenanceWindow")) return windowOf(sent);
  for (const [index, slot] of (reader.objects("timeInWeek") ?? []).entries()) {
    const at = readBody(slot, `properties.timeInWeek[${index}]`);
    if (at.oneOf("day", days) === undefined) throw invalid(`properties.timeInWeek[${index}].day`, "It is missing.");
    const hours = slot["hourSlots"];
    if (
      !Array.isArray(hours) ||
      !hours.every((hour) => Number.isInteger(hour) && Number(hour) >= 0 && Number(hour) <= 23)
    )
      throw invalid(`properties.timeInWeek[${index}].hourSlots`, "It must be an array of hours from 0 to 23.");
  }
  return sent;
}

function windowOf(sent: JsonObject): JsonObject {
  const path = "properties.maintenanceWindow";
  const window = readBody(sent, "properties").child("maintenanceWindow");
  const schedule = window.child("schedule");
  if (schedules.filter((name) => schedule.has(name)).length !== 1)
    throw invalid(`${path}.schedule`, `It must hold exactly one of: ${schedules.join(", ")}.`);
  const durationHours = window.integer("durationHours", { min: 4, max: 24 });
  if (durationHours === undefined) throw invalid(`${path}.durationHours`, "It is missing.");
  const startTime = window.text("startTime");
  if (startTime === undefined || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(startTime))
    throw invalid(`${path}.startTime`, "It must be a time like 21:30.");
  const utcOffset = window.text("utcOffset") ?? "+00:00";
  if (!/^[+-]\d\d:\d\d$/.test(utcOffset)) throw invalid(`${path}.utcOffset`, "It must be an offset like +05:30.");
  return {
    ...omit(sent, new Set(["maintenanceWindow"])),
    maintenanceWindow: { ...window.object, durationHours, startTime, utcOffset },
  };
}

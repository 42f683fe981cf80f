import { isJsonObject } from "@byocni/base/core";
import { getMember, isJsonArray } from "../expression/value.ts";
import type { TemplateCloud } from "./options.ts";
import type { ResourceReader } from "./resource-reader.ts";

/**
 * Versions of `Microsoft.Resources/deployments` that a template may name, in the order in which the service lists them
 * (fortinet/azure-templates#63); the first four came later (Azure/bicep-types-az of August 2026).
 */
export const deploymentVersions: readonly string[] =
  "2025-04-01,2025-03-01,2024-11-01,2024-07-01,2024-03-01,2023-07-01,2023-07-01-preview,2023-03-01-preview,2022-12-01,2022-11-01-preview,2022-09-01,2022-06-01,2022-05-01,2022-03-01-preview,2022-01-01,2021-04-01,2021-01-01,2020-10-01,2020-09-01,2020-08-01,2020-07-01,2020-06-01,2020-05-01,2020-01-01,2019-11-01,2019-10-01,2019-09-01,2019-08-01,2019-07-01,2019-06-01,2019-05-10,2019-05-01,2019-03-01,2018-11-01,2018-09-01,2018-08-01,2018-07-01,2018-06-01,2018-05-01,2018-02-01,2018-01-01,2017-12-01,2017-08-01,2017-06-01,2017-05-10,2017-05-01,2017-03-01,2016-09-01,2016-07-01,2016-06-01,2016-02-01,2015-11-01,2015-01-01,2014-04-01-preview,2014-04-01,2014-01-01,2013-03-01,2014-02-26,2014-04".split(
    ",",
  );

/**
 * The api-version of a resource: its own, or the newest one of its type that is not younger than the template's
 * `apiProfile`. Which versions a profile really lists is not known here. @throws TemplateError
 */
export function readApiVersion(
  reader: ResourceReader,
  type: string,
  cloud: TemplateCloud,
  profileDate: string | undefined,
): string {
  if (reader.written("apiVersion") !== undefined || profileDate === undefined) return reader.text("apiVersion");
  const slash = type.indexOf("/");
  const provider = cloud.provider?.(type.slice(0, slash), type.slice(slash + 1));
  const versions = isJsonObject(provider) ? getMember(provider, "apiVersions") : undefined;
  const known = (isJsonArray(versions) ? versions : []).filter((version) => typeof version === "string").toSorted();
  const stable = known.filter((version) => !version.includes("-preview"));
  return stable.findLast((version) => version <= profileDate) ?? stable[0] ?? known[0] ?? profileDate;
}

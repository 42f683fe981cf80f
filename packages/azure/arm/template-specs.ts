import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { jsonResponse } from "@byocni/base/http";
import { armErrors } from "@byocni/azure/types";
import type { SpecialType } from "./special-type.ts";
import { getResource } from "./handlers/read.ts";
import type { StoredType } from "./provider.ts";
import { requireType } from "./registry.ts";
import type { Resource } from "./resource.ts";

/** What template specs are refused with. */
export const templateSpecErrorTable = {
  InvalidTemplateSpecName: {
    status: 400,
    code: "InvalidTemplateSpecName",
    message: "The name '{name}' is not valid: it can have up to 90 letters, digits, '-', '_', '.', '(' and ')'.",
    source: "own text; the rule is from the REST reference of template specs",
  },
  MissingMainTemplate: {
    status: 400,
    code: "InvalidRequestContent",
    message: "The request content was invalid: the property 'properties.mainTemplate' is missing or not a JSON object.",
    source: "own text; the property is required by the REST reference of template specs",
  },
} as const;

const faults = armErrors(templateSpecErrorTable);

const nameRule = {
  pattern: /^[-\w.()]{1,90}$/,
  refuse: (name: string) => faults.InvalidTemplateSpecName({ name }),
};

const apiVersions = ["2022-02-01", "2021-05-01", "2021-03-01-preview", "2019-06-01-preview"];
/** The first version called things by other names. */
const firstVersion = "2019-06-01-preview";

/** `Microsoft.Resources/templateSpecs`: a name for templates that are kept in the cloud. */
export const templateSpecs: StoredType = {
  kind: "stored",
  name: "templateSpecs",
  apiVersions,
  showsState: false,
  nameRule,
  prepare: ({ body }) => ({
    state: { properties: picked(body.properties, ["description", "displayName", "metadata"]) },
  }),
  project: (resource) => ({ systemData: systemData(resource) }),
};

/** `Microsoft.Resources/templateSpecs/versions`: the templates themselves, with those that they link to. */
export const templateSpecVersions: StoredType = {
  kind: "stored",
  name: "templateSpecs/versions",
  apiVersions,
  location: "required",
  showsState: false,
  nameRule,
  prepare({ body }) {
    const { properties = {} } = body;
    const mainTemplate = properties["mainTemplate"] ?? properties["template"];
    if (!isJsonObject(mainTemplate)) throw faults.MissingMainTemplate();
    const linked = properties["linkedTemplates"] ?? properties["artifacts"];
    const items: readonly Json[] = Array.isArray(linked) ? linked : [];
    return {
      state: {
        properties: {
          ...picked(properties, ["description", "metadata", "uiFormDefinition"]),
          mainTemplate,
          linkedTemplates: items.filter(isJsonObject).map((item) => picked(item, ["path", "template"])),
        },
      },
    };
  },
  project(resource, { apiVersion }) {
    const { mainTemplate, linkedTemplates } = resource.properties;
    const old = apiVersion === firstVersion;
    const artifacts = (Array.isArray(linkedTemplates) ? linkedTemplates : []).map((item: Json) =>
      isJsonObject(item) ? { ...item, kind: "template" } : item,
    );
    return {
      systemData: systemData(resource),
      ...(old
        ? { properties: { mainTemplate: undefined, linkedTemplates: undefined, template: mainTemplate, artifacts } }
        : {}),
    };
  },
};

/** GET with `$expand=versions`: what `az ts show` without a version asks for. */
export const templateSpecReads: SpecialType = {
  async get(ready, id) {
    const type = requireType(ready.services.registry, id.namespace, id.types.join("/"), ready.apiVersion);
    const answer = await getResource(ready, id, type);
    const expand = ready.request.query.get("$expand")?.toLowerCase();
    if (expand !== "versions" || answer.body.kind !== "json") return answer;
    const found = await ready.services.repository.list({
      within: id.key,
      type: "Microsoft.Resources/templateSpecs/versions",
    });
    const versions = Object.fromEntries(
      found.map(({ name, properties, history }) => [
        name,
        {
          ...picked(properties, ["description"]),
          timeCreated: history.createdAt,
          timeModified: history.lastModifiedAt,
        },
      ]),
    );
    const shown = answer.body.value as JsonObject;
    const properties = isJsonObject(shown["properties"]) ? shown["properties"] : {};
    return jsonResponse(200, { ...shown, properties: { ...properties, versions } }, answer.headers);
  },
};

function picked(object: JsonObject | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = object?.[name];
      return value === undefined || value === null ? [] : [[name, value] as const];
    }),
  );
}

/** Who and when, as ARM shows it. */
function systemData({ history }: Resource): JsonObject {
  const { createdBy, createdAt, lastModifiedBy, lastModifiedAt } = history;
  return {
    createdBy,
    createdByType: "Application",
    createdAt,
    lastModifiedBy,
    lastModifiedByType: "Application",
    lastModifiedAt,
  };
}

import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import { parseResourceId } from "@byocni/azure/types";
import { readTemplateText, resolveTemplateLink, type Positions, type TemplateLink } from "@byocni/azure/template";
import { requirePermission } from "../filters/authorization.ts";
import type { ReadyRequest } from "../requests/context.ts";
import { deploymentFaults, withTemplateErrors } from "./errors.ts";

/** Reads what is behind a link. @throws ArmError InvalidContentLink */
export type ContentReader = (uri: string) => Promise<string>;

/** A template that came from somewhere else than the request. */
export interface ReadTemplate {
  readonly template: Json;
  readonly positions: Positions;
  /** Where it came from: absolute, the base of its own relative links. */
  readonly link: TemplateLink;
}

/** What is behind links: addresses and template specs. */
export interface TemplateSource {
  /** @param parent where the template that holds the link came from. @throws ArmError, TemplateError */
  read(link: TemplateLink, parent: TemplateLink | undefined): Promise<ReadTemplate>;
  /** A parameters file: its `parameters`. @throws ArmError, TemplateError */
  readParameters(link: TemplateLink): Promise<{ readonly values: JsonObject; readonly positions: Positions }>;
}

/** Template specs are read as the caller: who must not see one cannot deploy it. */
export function templateSource(ready: ReadyRequest, readContent: ContentReader): TemplateSource {
  const readText = async (uri: string) => withTemplateErrors(async () => readTemplateText(await readContent(uri)));
  return {
    async read(link, parent) {
      const place = absoluteLink(link, parent);
      const { uri } = place;
      const read = uri === undefined ? await readSpec(ready, place) : await readText(uri);
      return { template: read.value, positions: read.positions, link: place };
    },
    async readParameters(link) {
      const { uri = "" } = absoluteLink(link, undefined);
      const { value, positions } = await readText(uri);
      const values = isJsonObject(value) ? value["parameters"] : undefined;
      const version = isJsonObject(value) ? value["contentVersion"] : undefined;
      if (link.contentVersion !== undefined && link.contentVersion !== version) {
        throw deploymentFaults.ParametersContentVersion({
          uri,
          expected: link.contentVersion,
          version: String(version),
        });
      }
      return { values: isJsonObject(values) ? values : {}, positions: positions.under(["parameters"]) };
    },
  };
}

/**
 * The same link without anything to be resolved: `{uri}`, or `{id, relativePath?}` for a template spec and what is
 * packed into it. @throws ArmError InvalidContentLink
 */
export function absoluteLink(link: TemplateLink, parent: TemplateLink | undefined): TemplateLink {
  const version = link.contentVersion === undefined ? {} : { contentVersion: link.contentVersion };
  if (link.id !== undefined) {
    return { id: link.id, ...(link.relativePath === undefined ? {} : packed(link.relativePath)), ...version };
  }
  if (link.uri === undefined && link.relativePath !== undefined && parent?.id !== undefined) {
    return { id: parent.id, ...packed(link.relativePath, parent.relativePath), ...version };
  }
  const uri = resolveTemplateLink(link, parent);
  if (uri !== undefined) return { uri, ...version };
  throw contentLinkFault(
    link.uri ?? link.relativePath ?? "",
    link.uri === undefined
      ? "The link is relative, and the template that holds it did not come from a link."
      : "That is no absolute address.",
  );
}

/** Path inside a template spec; az packs on Windows with backslashes. */
function packed(path: string, from = ""): { readonly relativePath: string } {
  const url = new URL(path.replaceAll("\\", "/"), `https://spec/${from}`);
  return { relativePath: decodeURIComponent(url.pathname.slice(1)) };
}

/** Azure's refusal, with the cause as its detail. */
export function contentLinkFault(uri: string, reason: string) {
  return deploymentFaults.InvalidContentLink(
    { uri, trackingId: crypto.randomUUID() },
    { details: [{ code: "InvalidContentLink", message: reason }] },
  );
}

async function readSpec(ready: ReadyRequest, link: TemplateLink) {
  const { services, principal, context } = ready;
  const id = parseResourceId(link.id ?? "");
  const isVersion = id?.type.toLowerCase() === "microsoft.resources/templatespecs/versions";
  if (isVersion) {
    const action = "Microsoft.Resources/templateSpecs/versions/read";
    await requirePermission(services, principal, { action, scope: id.text });
  }
  const version = isVersion ? await services.repository.get(id) : undefined;
  const template = version && templateIn(version.properties, link.relativePath);
  if (template === undefined) {
    const timestamp = new Date(services.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, "");
    throw deploymentFaults.InvalidTemplateSpec({
      id: link.id ?? "",
      timestamp,
      trackingId: context.requestId,
      correlationId: context.correlationId,
    });
  }
  // A stored template has no lines of its own: its text is the shortest one.
  return withTemplateErrors(() => readTemplateText(JSON.stringify(template)));
}

function templateIn(properties: JsonObject, path: string | undefined): Json | undefined {
  if (path === undefined) return properties["mainTemplate"];
  const linked = properties["linkedTemplates"];
  const items: readonly Json[] = Array.isArray(linked) ? linked : [];
  const found = items.find(
    (item) => isJsonObject(item) && packed(String(item["path"])).relativePath.toLowerCase() === path.toLowerCase(),
  );
  return isJsonObject(found) ? found["template"] : undefined;
}

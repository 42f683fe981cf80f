import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { HttpRequest } from "@byocni/base/http";
import {
  readTemplateText,
  type DeploymentScope,
  type ParameterInputs,
  type Positions,
  type TemplateLink,
} from "@byocni/azure/template";
import { armFaults } from "../errors.ts";
import { isLocation, locationNames, normalizeLocation } from "../locations.ts";
import { readText } from "../requests/body.ts";
import { checkTags } from "../resources/tags.ts";
import { deploymentFaults, withTemplateErrors } from "./errors.ts";
import { readOnError, type OnErrorRequest } from "./on-error-request.ts";
import type { TemplateSource } from "./template-source.ts";

export type DeploymentMode = "Incremental" | "Complete";

/** A deployment request, read and checked for its outer form; links are resolved. */
export interface DeploymentRequest {
  readonly name: string;
  readonly scope: DeploymentScope;
  readonly location: string | undefined;
  readonly tags: Readonly<Record<string, string>> | undefined;
  readonly mode: DeploymentMode;
  readonly template: Json;
  readonly templateLink: TemplateLink | undefined;
  /** Base of relative links: where the template came from, or the one that holds it. */
  readonly base: TemplateLink | undefined;
  readonly parameters: ParameterInputs;
  readonly positions: Positions | undefined;
  readonly parameterPositions: Positions | undefined;
  readonly onError: OnErrorRequest | undefined;
  /** `whatIfSettings.resultFormat`; az 2.91 leaves it out. */
  readonly resultFormat: "FullResourcePayloads" | "ResourceIdOnly";
}

const maxName = 64;

/** Deepest nesting of deployments that is taken. */
export const maxNesting = 20;

/** Tells a nested deployment how deep it is. */
export const nestingHeader = "x-byocni-nesting";

/** Tells a nested deployment with a template of its own where the template around it came from. */
export const baseHeader = "x-byocni-template-base";

function baseOf(request: HttpRequest): TemplateLink | undefined {
  const text = request.headers[baseHeader];
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? linkIn(value) : undefined;
  } catch {
    // Sent from outside: it is no link, so it is no base.
    return undefined;
  }
}

/** How many deployments there are around this one. */
export function nestingOf(request: HttpRequest): number {
  return Math.max(0, Number.parseInt(request.headers[nestingHeader] ?? "0", 10) || 0);
}

/** Checks a deployment's name. @throws ArmError */
export function checkDeploymentName(name: string): void {
  if (name.length > maxName) throw deploymentFaults.DeploymentNameLengthLimitExceeded({ name, length: name.length });
  if (!/^[-\w.()]+$/u.test(name)) throw deploymentFaults.InvalidDeploymentName({ name });
}

/**
 * Reads the body of a deployment, validate or what-if call. az sends text that is JSON to Newtonsoft only: an unquoted
 * key, comments, the template file as it is (arm-and-az 1.5).
 * @throws ArmError
 */
export async function readDeploymentRequest(
  request: HttpRequest,
  place: { readonly name: string; readonly scope: DeploymentScope },
  source: TemplateSource,
): Promise<DeploymentRequest> {
  const { value, positions } = await readBody(request);
  if (!isJsonObject(value)) throw armFaults.InvalidRequestContent({ reason: "The body is not a JSON object." });
  const properties = value["properties"];
  if (!isJsonObject(properties)) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'properties' is missing or not a JSON object." });
  }
  const mode = modeOf(properties["mode"], place.scope);
  const location = locationOf(value["location"], place);
  const content = await templateOf(properties, positions, source);
  const parameters = await parametersOf(properties, positions, source);
  return {
    ...place,
    mode,
    location,
    tags: value["tags"] === undefined || value["tags"] === null ? undefined : checkTags(value["tags"]),
    ...content,
    base: content.templateLink ?? baseOf(request),
    ...parameters,
    onError: readOnError(properties["onErrorDeployment"], place.scope),
    resultFormat: resultFormatOf(properties["whatIfSettings"]),
  };
}

async function readBody(
  request: HttpRequest,
): Promise<{ readonly value: Json | undefined; readonly positions: Positions | undefined }> {
  if (request.body.value !== undefined) return { value: request.body.value as Json, positions: undefined };
  const text = await readText(request);
  if (text.trim() === "") throw armFaults.EmptyRequestContent();
  return withTemplateErrors(() => readTemplateText(text));
}

function modeOf(given: Json | undefined, scope: DeploymentScope): DeploymentMode {
  // az 2.91 leaves it out.
  if (given === undefined || given === null) return "Incremental";
  const mode = String(given).toLowerCase();
  if (mode === "incremental") return "Incremental";
  if (mode !== "complete") throw deploymentFaults.InvalidDeploymentMode({ mode: String(given) });
  if (scope.kind !== "resourceGroup") throw deploymentFaults.CompleteModeOutsideGroup();
  return "Complete";
}

function resultFormatOf(settings: Json | undefined): DeploymentRequest["resultFormat"] {
  const given = isJsonObject(settings) ? settings["resultFormat"] : undefined;
  return given === "ResourceIdOnly" ? "ResourceIdOnly" : "FullResourcePayloads";
}

function locationOf(given: Json | undefined, place: { readonly name: string; readonly scope: DeploymentScope }) {
  if (place.scope.kind === "resourceGroup") return undefined;
  if (typeof given !== "string" || given === "") throw deploymentFaults.InvalidDeployment({ name: place.name });
  const location = normalizeLocation(given);
  if (!isLocation(location)) {
    throw armFaults.LocationNotAvailableForResourceGroup({ location: given, locations: locationNames() });
  }
  return location;
}

async function templateOf(properties: JsonObject, positions: Positions | undefined, source: TemplateSource) {
  const template = properties["template"];
  if (template !== undefined && template !== null) {
    return {
      template,
      templateLink: undefined,
      positions: positions?.under(["properties", "template"]),
    };
  }
  const given = properties["templateLink"];
  const link = isJsonObject(given) ? linkIn(given) : {};
  if (link.uri === undefined && link.id === undefined) throw deploymentFaults.TemplateRequired();
  const { template: read, positions: places, link: place } = await source.read(link, undefined);
  return { template: read, templateLink: place, positions: places };
}

function linkIn(given: JsonObject): TemplateLink {
  const members = ["uri", "relativePath", "id", "contentVersion", "queryString"] as const;
  const known = members.flatMap((name) => {
    const value = given[name];
    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  return Object.fromEntries(known);
}

async function parametersOf(
  properties: JsonObject,
  positions: Positions | undefined,
  source: TemplateSource,
): Promise<Pick<DeploymentRequest, "parameters" | "parameterPositions">> {
  const inline = properties["parameters"];
  const link = properties["parametersLink"];
  if (isJsonObject(link) && typeof link["uri"] === "string") {
    if (isJsonObject(inline) && Object.keys(inline).length > 0) throw deploymentFaults.ParametersTwice();
    const read = await source.readParameters(linkIn(link));
    return { parameters: read.values, parameterPositions: read.positions };
  }
  if (inline !== undefined && inline !== null && !isJsonObject(inline)) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'parameters' is not a JSON object." });
  }
  return {
    parameters: isJsonObject(inline) ? inline : {},
    parameterPositions: positions?.under(["properties", "parameters"]),
  };
}

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
import { checkTags } from "../resources/put-body.ts";
import { deploymentFaults, withTemplateErrors } from "./errors.ts";

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
  readonly parameters: ParameterInputs;
  readonly positions: Positions | undefined;
  readonly parameterPositions: Positions | undefined;
  /** `whatIfSettings.resultFormat`; az 2.91 leaves it out. */
  readonly resultFormat: "FullResourcePayloads" | "ResourceIdOnly";
}

/** Reads what is behind a link. @throws ArmError InvalidContentLink */
export type ContentReader = (uri: string) => Promise<string>;

const maxName = 64;

/** Deepest nesting of deployments that is taken. */
export const maxNesting = 20;

/** Tells a nested deployment how deep it is. */
export const nestingHeader = "x-byocni-nesting";

/** How many deployments there are around this one. */
export function nestingOf(request: HttpRequest): number {
  return Math.max(0, Number.parseInt(request.headers[nestingHeader] ?? "0", 10) || 0);
}

/** Checks a deployment's name. @throws ArmError */
export function checkDeploymentName(name: string): void {
  if (name.length > maxName) throw deploymentFaults.DeploymentNameLengthLimitExceeded({ name });
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
  readContent: ContentReader,
): Promise<DeploymentRequest> {
  const { value, positions } = await readBody(request);
  if (!isJsonObject(value)) throw armFaults.InvalidRequestContent({ reason: "The body is not a JSON object." });
  const properties = value["properties"];
  if (!isJsonObject(properties)) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'properties' is missing or not a JSON object." });
  }
  refuseUnsupported(properties);
  const mode = modeOf(properties["mode"], place.scope);
  const location = locationOf(value["location"], place);
  const content = await templateOf(properties, positions, readContent);
  const parameters = await parametersOf(properties, positions, readContent);
  return {
    ...place,
    mode,
    location,
    tags: value["tags"] === undefined || value["tags"] === null ? undefined : checkTags(value["tags"]),
    ...content,
    ...parameters,
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

function refuseUnsupported(properties: JsonObject): void {
  if (properties["onErrorDeployment"] !== undefined && properties["onErrorDeployment"] !== null) {
    throw armFaults.NotImplemented({ what: "deployments with 'onErrorDeployment'" });
  }
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
  if (typeof given !== "string" || given === "") throw deploymentFaults.LocationRequired({ name: place.name });
  const location = normalizeLocation(given);
  if (!isLocation(location)) {
    throw armFaults.LocationNotAvailableForResourceGroup({ location: given, locations: locationNames() });
  }
  return location;
}

async function templateOf(properties: JsonObject, positions: Positions | undefined, readContent: ContentReader) {
  const template = properties["template"];
  if (template !== undefined && template !== null) {
    return {
      template,
      templateLink: undefined,
      positions: positions?.under(["properties", "template"]),
    };
  }
  const link = properties["templateLink"];
  if (!isJsonObject(link)) throw deploymentFaults.TemplateRequired();
  if (typeof link["id"] === "string") throw armFaults.NotImplemented({ what: "template specs (templateLink.id)" });
  const uri = typeof link["uri"] === "string" ? link["uri"] : undefined;
  if (uri === undefined) throw deploymentFaults.TemplateRequired();
  const read = await withTemplateErrors(async () => readTemplateText(await readContent(uri)));
  return { template: read.value, templateLink: link as TemplateLink, positions: read.positions };
}

async function parametersOf(
  properties: JsonObject,
  positions: Positions | undefined,
  readContent: ContentReader,
): Promise<Pick<DeploymentRequest, "parameters" | "parameterPositions">> {
  const inline = properties["parameters"];
  const link = properties["parametersLink"];
  if (isJsonObject(link) && typeof link["uri"] === "string") {
    const uri = link["uri"];
    const read = await withTemplateErrors(async () => readTemplateText(await readContent(uri)));
    const values = isJsonObject(read.value) ? read.value["parameters"] : undefined;
    return {
      parameters: isJsonObject(values) ? values : {},
      parameterPositions: read.positions.under(["parameters"]),
    };
  }
  if (inline !== undefined && inline !== null && !isJsonObject(inline)) {
    throw armFaults.InvalidRequestContent({ reason: "The property 'parameters' is not a JSON object." });
  }
  return {
    parameters: isJsonObject(inline) ? inline : {},
    parameterPositions: positions?.under(["properties", "parameters"]),
  };
}

import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject } from "@byocni/base/core";
import type { TestAnswer } from "@byocni/azure/arm/testing";
import type { AksCloud } from "@byocni/azure/providers/testing";

const version = "api-version=2024-11-01";

/** What is deployed and where. */
export interface DeploymentCase {
  readonly name: string;
  /** `group` (of {@link testGroup}) or `subscription`. */
  readonly scope: "group" | "subscription";
  /** The template's text: sent as it stands, as az does. */
  readonly template?: string;
  /** Or where it is: `templateLink.uri`. */
  readonly link?: string;
  /** `properties.parameters`: `{name: {value}}`. */
  readonly parameters?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
  readonly as?: string;
  readonly mode?: "Incremental" | "Complete";
}

function pathOf({ name, scope }: DeploymentCase): string {
  const at = scope === "group" ? "/subscriptions/{sub}/resourcegroups/rg" : "/subscriptions/{sub}";
  return `${at}/providers/Microsoft.Resources/deployments/${name}`;
}

/** The body with the template's text in its place; an unquoted key as az sends it. */
function textOf({ template = "", link, parameters = {}, scope, mode = "Incremental" }: DeploymentCase): string {
  const source = link === undefined ? `template: ${template}` : `"templateLink": {"uri": ${JSON.stringify(link)}}`;
  const location = scope === "subscription" ? `"location": "eastus", ` : "";
  return `{${location}"properties": {"mode": "${mode}", "parameters": ${JSON.stringify(parameters)}, ${source}}}`;
}

async function send(cloud: AksCloud, method: string, path: string, given: DeploymentCase): Promise<TestAnswer> {
  const { headers, as } = given;
  return cloud.send(method, `${path}?${version}`, undefined, {
    text: textOf(given),
    ...(headers ? { headers } : {}),
    ...(as === undefined ? {} : { as }),
  });
}

/** PUT of a deployment and, if it is taken, its end. */
export async function deploy(cloud: AksCloud, given: DeploymentCase): Promise<TestAnswer> {
  const put = await send(cloud, "PUT", pathOf(given), given);
  return put.status >= 400 ? put : cloud.finish(put);
}

export function validate(cloud: AksCloud, given: DeploymentCase): Promise<TestAnswer> {
  return send(cloud, "POST", `${pathOf(given)}/validate`, given);
}

export async function whatIf(cloud: AksCloud, given: DeploymentCase): Promise<TestAnswer> {
  const answer = await send(cloud, "POST", `${pathOf(given)}/whatIf`, given);
  return answer.status >= 400 ? answer : cloud.finish(answer);
}

export interface Change extends JsonObject {
  readonly resourceId: string;
  readonly changeType: string;
}

export function changesOf(answer: TestAnswer): readonly Change[] {
  const properties = answer.body["properties"];
  return isJsonObject(properties) ? (properties["changes"] as unknown as readonly Change[]) : [];
}

/** All codes of an error tree, outermost first, each once: `InvalidTemplateDeployment > DnsServiceIpOutOfServiceCidr`. */
export function codesOf(body: Json | undefined): string {
  const codes: string[] = [];
  const walk = (error: Json | undefined): void => {
    if (!isJsonObject(error)) return;
    const code = String(error["code"]);
    if (!codes.includes(code)) codes.push(code);
    if (typeof error["message"] === "string" && error["message"].startsWith("{")) {
      const inner = JSON.parse(error["message"]) as JsonObject;
      walk(inner["error"] ?? inner);
    }
    for (const detail of (error["details"] as readonly Json[] | undefined) ?? []) walk(detail);
  };
  walk(isJsonObject(body) ? body["error"] : undefined);
  return codes.join(" > ");
}

/** Values of the outputs of a deployment in the group `rg`. */
export async function outputsOf(cloud: AksCloud, name: string): Promise<JsonObject> {
  const path = pathOf({ name, scope: "group" });
  const { body } = await cloud.send("GET", `${path}?${version}`);
  const properties = isJsonObject(body["properties"]) ? body["properties"] : {};
  const outputs = isJsonObject(properties["outputs"]) ? properties["outputs"] : {};
  return Object.fromEntries(
    Object.entries(outputs).map(([output, value]) => [output, isJsonObject(value) ? value["value"] : undefined]),
  );
}

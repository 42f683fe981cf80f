import type { JsonObject } from "@byocni/base/core";
import { formatDiagnostic } from "@byocni/base/lang";
import { CommandError, type Invocation } from "../command.ts";
import { text, texts } from "../commands/options.ts";
import { ArmRefusal, type ArmClient, type ArmReply } from "../session/arm-client.ts";
import { readInput } from "./input-file.ts";
import { type RequestBody, type RequestParts, requestBody } from "./request-body.ts";
import { refusalFrame } from "./refusal.ts";
import { type DeploymentTarget, deploymentTarget, templateScope } from "./target.ts";
import { readParameters } from "./parameters.ts";
import { type TemplateFile, BicepFailure, deploymentName, loadTemplate, parameterReader } from "./template-file.ts";

/** A deployment that is ready to be sent. */
export interface Prepared {
  readonly file: TemplateFile;
  readonly target: DeploymentTarget;
  readonly parameters: JsonObject;
  body(more?: Pick<RequestParts, "whatIf">): RequestBody;
  /** Sends a request with the template in it. @throws ArmRefusal with a code frame of the template's file */
  send(arm: ArmClient, method: string, path: string, body: RequestBody): Promise<ArmReply>;
}

/** Reads everything that a deployment command names. @throws CommandError */
export async function prepareDeployment(
  { args: [named = ""], options, env, output }: Invocation,
  subscriptionId: string,
): Promise<Prepared> {
  const given = await loadParameterFiles(texts(options, "parameters"), env);
  const { path, parameters: own } = await templateOf(named, env);
  const file = await loadTemplate(path, env);
  for (const one of file.diagnostics) output.note(formatDiagnostic(one));
  const target = deploymentTarget(templateScope(file.value, path), {
    subscriptionId,
    name: text(options, "name") ?? deploymentName(named),
    resourceGroup: text(options, "resourceGroup"),
    managementGroup: text(options, "managementGroup"),
    location: text(options, "location"),
  });
  const parameters = readParameters([...own, ...given], file.value, parameterReader);
  return {
    file,
    target,
    parameters,
    body: (more = {}) =>
      requestBody({
        template: file.text,
        parameters,
        mode: text(options, "mode") ?? "Incremental",
        location: target.location,
        ...more,
      }),
    async send(arm, method, requestPath, { text: body, templateOffset }) {
      try {
        const reply = await arm.send(method, requestPath, body);
        for (const warning of warningsOf(reply)) output.note(`${output.yellow("warning:")} ${warning}`);
        return reply;
      } catch (error) {
        if (!(error instanceof ArmRefusal)) throw error;
        throw new ArmRefusal(error.error, error.status, {
          details: refusalFrame(error.error, file.source, templateOffset),
        });
      }
    },
  };
}

type Env = Invocation["env"];
const isParams = (path: string): boolean => /\.bicepparam$/i.test(path);

/** The template that a command names: the file itself, or the one that a `.bicepparam` file is for, with its values. */
async function templateOf(
  named: string,
  env: Env,
): Promise<{ readonly path: string; readonly parameters: readonly string[] }> {
  if (!isParams(named)) return { path: named, parameters: [] };
  const { parameters, template } = await compiledParams(named, env);
  if (!template)
    throw new CommandError(`${named} is for no Bicep file in particular`, {
      hint: `Give the template, and this file with --parameters ${named}.`,
      exitCode: 64,
    });
  return { path: template.path, parameters: [JSON.stringify(parameters)] };
}

/** `.bicepparam` files among the parameters are compiled to the JSON that they stand for. */
async function loadParameterFiles(given: readonly string[], env: Env): Promise<readonly string[]> {
  return Promise.all(
    given.map(async (value) => {
      const path = value.replace(/^@/, "");
      return isParams(path) ? JSON.stringify((await compiledParams(path, env)).parameters) : value;
    }),
  );
}

async function compiledParams(path: string, env: Env) {
  readInput(path);
  const { compileParams } = await import("../bicep/params.ts");
  const compiled = await compileParams(path, env);
  if (compiled.parameters === undefined) throw new BicepFailure(path, compiled.diagnostics);
  return compiled;
}

/** What the engine has to say besides the answer. */
export function warningsOf({ headers }: Pick<ArmReply, "headers">): readonly string[] {
  const joined = headers["x-byocni-warnings"];
  return joined ? joined.split("; ").filter(Boolean) : [];
}

import type { JsonObject } from "@byocni/base/core";
import { formatDiagnostic } from "@byocni/base/lang";
import type { Invocation } from "../command.ts";
import { text, texts } from "../commands/options.ts";
import { ArmRefusal, type ArmClient, type ArmReply } from "../session/arm-client.ts";
import { onlyTemplate, sortArguments } from "./arguments.ts";
import { inputExists, readInput } from "./input-file.ts";
import { type RequestBody, type RequestParts, requestBody } from "./request-body.ts";
import { refusalFrame } from "./refusal.ts";
import { type DeploymentTarget, deploymentTarget, templateScope } from "./target.ts";
import { readParameters } from "./parameters.ts";
import {
  type TemplateFile,
  compileParameters,
  deploymentName,
  loadTemplate,
  parameterReader,
} from "./template-file.ts";

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
  { args, options, env, output }: Invocation,
  subscriptionId: string,
): Promise<Prepared> {
  const sorted = sortArguments(args, texts(options, "parameters"), inputExists);
  const path = onlyTemplate(sorted.files);
  const file = await loadTemplate(path, env);
  for (const one of file.diagnostics) output.note(formatDiagnostic(one));
  const target = deploymentTarget(templateScope(file.value, path), {
    subscriptionId,
    name: text(options, "name") ?? deploymentName(path),
    resourceGroup: text(options, "resourceGroup"),
    managementGroup: text(options, "managementGroup"),
    location: text(options, "location"),
  });
  const parameters = await givenParameters(file, sorted.parameters, env);
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

/**
 * The values for a template: those of its `.bicepparam` file, then those of `--parameters`, where a `.bicepparam` file
 * is compiled to the JSON that it stands for.
 */
export async function givenParameters(
  file: TemplateFile,
  given: readonly string[],
  env: Invocation["env"],
): Promise<JsonObject> {
  const values = await Promise.all(
    given.map(async (value) => {
      const path = value.replace(/^@/, "");
      if (!/\.bicepparam$/i.test(path)) return value;
      readInput(path);
      return JSON.stringify((await compileParameters(path, env)).parameters);
    }),
  );
  const own = file.parameters === undefined ? [] : [JSON.stringify(file.parameters)];
  return readParameters([...own, ...values], file.value, parameterReader);
}

/** What the engine has to say besides the answer. */
export function warningsOf({ headers }: Pick<ArmReply, "headers">): readonly string[] {
  const joined = headers["x-byocni-warnings"];
  return joined ? joined.split("; ").filter(Boolean) : [];
}

import { defaultLogin } from "@byocni/engine/instance";
import { CommandError } from "../command.ts";
import { givenParameters } from "../deployment/prepare.ts";
import { BicepFailure, loadTemplate } from "../deployment/template-file.ts";
import { type CheckSettings, checkFile, parametersFor, unreadableReport } from "./check-file.ts";
import type { Report } from "./report.ts";

export interface CheckRequest {
  /** As `--parameters` takes them; a file's values go to the templates that have such parameters. */
  readonly parameters: readonly string[];
  readonly strictness: CheckSettings["strictness"];
  readonly except: ReadonlySet<string>;
  readonly resourceGroup: string;
  readonly location: string;
  readonly now: number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Checks templates one after the other; one that cannot be read does not keep the others from being checked. */
export async function checkTemplates(paths: readonly string[], request: CheckRequest): Promise<readonly Report[]> {
  const reports: Report[] = [];
  for (const path of paths) reports.push(await checkTemplate(path, request, paths.length > 1));
  return reports;
}

async function checkTemplate(path: string, request: CheckRequest, isOneOfMany: boolean): Promise<Report> {
  const { env, parameters: given, ...settings } = request;
  try {
    const file = await loadTemplate(path, env);
    const all = await givenParameters(file, given, env);
    return checkFile(file, {
      ...settings,
      subscriptionId: defaultLogin.subscriptionId,
      tenantId: defaultLogin.tenantId,
      managementGroup: "management-group",
      parameters: isOneOfMany ? parametersFor(file, all) : all,
    });
  } catch (error) {
    // Wrong usage is nothing about the file.
    if (!(error instanceof CommandError) || error.exitCode === 64) throw error;
    return unreadableReport(path, error, error instanceof BicepFailure ? error.diagnostics : []);
  }
}

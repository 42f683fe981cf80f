import { apiVersionAtLeast } from "@byocni/azure/types";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  tooOld: {
    status: 400,
    code: "ByocniApiVersionTooOld",
    message:
      "The api-version {apiVersion} does not know networkPlugin 'none': use 2022-06-01 or later (2022-01-02-preview for previews).",
    when: "current",
    source: "AKS article on bring-your-own CNI, prerequisites; AKS's own code is not public",
  },
} as const satisfies Record<string, RefusalRow>;

/** Does this version of the API take `networkPlugin: none`? */
export function knowsNone(apiVersion: string): boolean {
  return apiVersionAtLeast(
    apiVersion,
    apiVersion.includes("-") && /[a-z]/i.test(apiVersion) ? "2022-01-02-preview" : "2022-06-01",
  );
}

export const apiVersion: Rule = {
  id: "api-version",
  title: "The template's api-version knows networkPlugin 'none'",
  severity: "error",
  why: "Older versions of the API have no value 'none' for networkPlugin.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites)",
  since: "2022-06-01",
  fix: "Use api-version 2022-06-01 or later; 2026-01-01 or later also shows podCidr.",
  about: "cluster",
  refusals,
  *check({ apiVersion: asked, network }) {
    if (network.plugin !== "none" || asked === undefined || knowsNone(asked)) return;
    yield {
      message: `api-version ${asked} is older than 2022-06-01 (2022-01-02-preview), the first that knows networkPlugin 'none'.`,
      path: "apiVersion",
      refusal: refuse(refusals.tooOld, { apiVersion: asked }, "networkProfile.networkPlugin"),
    };
  },
};

import { type Json, assert } from "@byocni/base/core";
import type { ActionDefinition } from "@byocni/azure/arm";
import { dropNulls, omit } from "../body/read-body.ts";
import { clusterOf } from "./cluster-spec.ts";
import { aksFaults } from "./errors.ts";
import { readBody } from "./read-body.ts";

/** POST `resetServicePrincipalProfile` and `resetAADProfile`: `az aks update-credentials`. Secrets are not kept. */
export const profileResets: readonly ActionDefinition[] = [
  {
    name: "resetServicePrincipalProfile",
    run({ resource, body }) {
      assert(resource, "profiles are reset of a stored cluster");
      const reader = readBody(body, "");
      const clientId = reader.text("clientId");
      if (clientId === undefined) throw required("clientId");
      if (reader.text("secret") === undefined && clientId !== "msi") throw required("secret");
      return reset("servicePrincipalProfile", { clientId });
    },
  },
  {
    name: "resetAADProfile",
    run({ resource, body }) {
      assert(resource, "profiles are reset of a stored cluster");
      const before = clusterOf(resource).properties["aadProfile"];
      if (before === undefined || before === null) throw aksFaults.NoAadProfile();
      const { object } = readBody(body, "");
      return reset("aadProfile", omit(dropNulls(object), new Set(["serverAppSecret"])));
    },
  },
];

function required(parameter: string) {
  return aksFaults.RequiredParameter({ parameter }, { target: parameter });
}

function reset(profile: string, value: Json) {
  return {
    kind: "operation" as const,
    operation: { kind: "reset", state: "Updating", input: { profile, value } },
  };
}

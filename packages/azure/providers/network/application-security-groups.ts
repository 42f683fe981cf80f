import type { StoredType } from "@byocni/azure/arm";
import { kept, networkType, written } from "./network-type.ts";

/** `Microsoft.Network/applicationSecurityGroups`: names that security rules can use in place of addresses. */
export const applicationSecurityGroups: StoredType = networkType({
  name: "applicationSecurityGroups",
  tags: true,
  patch: "tags",
  prepare: ({ body, existing }, { random }) =>
    written(existing, {
      state: {
        properties: {
          ...kept(body.properties ?? {}),
          resourceGuid: existing?.properties["resourceGuid"] ?? random.uuid(),
        },
      },
    }),
});

import { jsonEqual, type JsonObject, sleep } from "@byocni/base/core";
import type { ImageCatalog } from "../images/image-model.ts";
import type { Behaviour } from "./behaviour.ts";
import { planInstallation } from "./tigera-installation.ts";

/** How often the operator looks: it stands for a watch. */
const lookMs = 1000;

function line(time: number, level: "info" | "error", msg: string, more: JsonObject = {}): string {
  return `${JSON.stringify({ level, ts: new Date(time).toISOString(), logger: "controller_installation", msg, ...more })}\n`;
}

const kinds = [
  ["Installation", "installations"],
  ["APIServer", "apiservers"],
  ["Goldmane", "goldmanes"],
  ["ImageSet", "imagesets"],
  ["TigeraStatus", "tigerastatuses"],
  ["Whisker", "whiskers"],
] as const;

/** The operator's own resources, which it makes itself with `-manage-crds=true`; what is in them is not described. */
function customResources(): readonly JsonObject[] {
  const group = "operator.tigera.io";
  return kinds.map(([kind, plural]) => ({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: "Cluster",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
        },
      ],
    },
  }));
}

/** The operator: makes Calico's objects once there is an Installation that it accepts. */
const operator: Behaviour = async (call, context) => {
  let done: unknown;
  if (call.argv.some((word) => /^--?manage-crds(?:=true)?$/.test(word))) {
    for (const object of customResources()) await context.apply(object);
  }
  for (;;) {
    const installations = await context.list("operator.tigera.io", "v1", "installations");
    const installation = installations.find((one) => (one["metadata"] as JsonObject)["name"] === "default");
    if (installation && !jsonEqual(installation["spec"], done)) {
      done = installation["spec"];
      const plan = planInstallation(installation);
      if (!plan.ok) call.out(line(call.clock.now(), "error", "Invalid Installation provided", { error: plan.error }));
      else {
        for (const object of plan.objects) await context.apply(object);
        call.out(line(call.clock.now(), "info", "Installation applied"));
      }
    }
    await sleep(call.clock, lookMs, call.signal);
  }
};

export const tigeraImages: ImageCatalog = [
  { repository: /\/tigera\/operator$/, entrypoint: ["operator"], programs: { operator } },
];

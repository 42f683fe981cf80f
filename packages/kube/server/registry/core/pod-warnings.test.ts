import { describe, expect, it } from "vitest";
import { podWarnings } from "./pod-warnings.ts";

describe("podWarnings", () => {
  it.each<[object, object, string[]]>([
    [{}, {}, []],
    [
      {},
      { nodeSelector: { "beta.kubernetes.io/os": "linux" } },
      [
        'spec.template.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
      ],
    ],
    [
      { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } },
      {},
      [
        'spec.template.metadata.annotations[container.apparmor.security.beta.kubernetes.io/c]: deprecated since v1.30; use the "appArmorProfile" field instead',
      ],
    ],
    [
      { annotations: { "container.apparmor.security.beta.kubernetes.io/c": "unconfined" } },
      { securityContext: { appArmorProfile: { type: "Unconfined" } } },
      [],
    ],
    [
      {},
      { containers: [{ name: "c", env: [{ name: "A" }, { name: "A" }] }] },
      [
        'spec.template.spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
      ],
    ],
  ])("%j %j", (metadata, spec, warnings) => {
    expect([...podWarnings({ metadata, spec: { containers: [], ...spec } }, "spec.template")]).toEqual(warnings);
  });
});

import { describe, expect, it } from "vitest";
import type { JsonObject } from "@byocni/base/core";
import { compileBicep } from "@byocni/azure/bicep";
import { createDiskHost } from "@byocni/azure/bicep/testing";
import { sampleParameters } from "@byocni/azure/template/testing";
import { createAksCloud } from "@byocni/azure/providers/testing";
import { corpusPath, hasCorpus } from "./support/corpus.ts";
import { changesOf, codesOf, deploy, whatIf } from "./support/deployment.ts";

/**
 * The verified modules' own end-to-end tests, compiled here: groups, dependencies and the module twice over, at
 * subscription scope. They pass on Azure; what is refused uses types that are not there.
 */
const rows: readonly (readonly [file: string, outcome: "Succeeded" | "Refused"])[] = [
  ["container-service/managed-cluster/tests/e2e/defaults", "Succeeded"],
  ["container-service/managed-cluster/tests/e2e/kubenet", "Refused"],
  ["container-service/managed-cluster/tests/e2e/priv", "Succeeded"],
  ["container-service/managed-cluster/tests/e2e/waf-aligned", "Refused"],
  ["managed-identity/user-assigned-identity/tests/e2e/defaults", "Succeeded"],
  ["network/virtual-network/tests/e2e/defaults", "Succeeded"],
  ["network/virtual-network/tests/e2e/vnetPeering", "Succeeded"],
];

describe.skipIf(!hasCorpus)("end-to-end tests of verified modules (needs the shared corpus)", () => {
  it.each(rows)("%s: %s", async (path, outcome) => {
    const host = createDiskHost(corpusPath("bicep-aks"));
    const [compiled] = compileBicep(corpusPath(`bicep-aks/avm/res/${path}/main.test.bicep`), host, {});
    expect(compiled).toBeDefined();
    // A token that the modules' pipeline fills in.
    const template = JSON.stringify(compiled).replaceAll("#_namePrefix_#", "abc");
    const parameters = sampleParameters(JSON.parse(template) as JsonObject);
    const one = { name: "d", scope: "subscription", template, parameters } as const;
    const cloud = await createAksCloud();
    const ended = await deploy(cloud, one);
    if (outcome === "Refused") {
      expect([ended.status, codesOf(ended.body)]).toEqual([400, "InvalidTemplateDeployment > NotImplemented"]);
      return;
    }
    expect(ended.body["status"], JSON.stringify(ended.body)).toBe("Succeeded");
    const again = changesOf(await whatIf(cloud, one));
    expect(again.length).toBeGreaterThan(0);
    expect(again.filter(({ changeType }) => changeType !== "NoChange" && changeType !== "Ignore")).toEqual([]);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientName, missingReason } from "../support/clients.ts";
import { type TestEngine, repository, startTestEngine, writeSshKey } from "../support/engine.ts";
import { articles } from "../support/shared.ts";
import { extractArticle } from "./extract.ts";

const message =
  "container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized";

/** The project's own form of the article's samples, for machines without the article. */
const ownExamples = {
  name: "examples/article",
  text: ["commands.txt", "azuredeploy.json", "main.bicep", "console.txt"]
    .map((file) => readFileSync(join(repository, "examples", "article", file), "utf8"))
    .join("\n\n"),
};

/** Each version runs with another az, so that all of them are used. */
const clients: readonly ClientName[] = ["az", "az-2.45", "az-2.74"];
const versions = [ownExamples, ...articles()].map((version, index) => ({
  ...version,
  az: clients[index % clients.length] ?? "az",
}));

describe.each(versions)("$name with $az", ({ text, az }) => {
  const article = extractArticle(text);
  const reason = missingReason(az, "kubectl");
  describe.skipIf(reason)(reason ?? "the commands as they are printed", () => {
    let engine: TestEngine;
    beforeAll(async () => {
      engine = await startTestEngine(az);
      writeSshKey(engine.home);
      const first = await engine.byocni("az", "account", "show", "--output", "json");
      expect(first.stderr + first.stdout).toContain('"Enabled"');
    });
    afterAll(() => engine.close());

    async function succeeds(line: string): Promise<string> {
      const { code, stdout, stderr } = await engine.shell(line, az);
      expect(code, `${line}\n${stderr}`).toBe(0);
      return stdout;
    }

    it("holds two az commands, two templates and two consoles", () => {
      expect(article.azCommands).toHaveLength(2);
      expect(article.consoles).toHaveLength(2);
      expect(JSON.parse(article.template)).toHaveProperty("resources");
      expect(article.bicep).toContain("resource aksCluster");
    });

    it("creates the group and the cluster", async () => {
      for (const line of article.azCommands) {
        const result = JSON.parse(await succeeds(line)) as {
          readonly provisioningState?: string;
          readonly properties?: { readonly provisioningState?: string };
        };
        expect(result.provisioningState ?? result.properties?.provisioningState).toBe("Succeeded");
      }
      await succeeds("az aks get-credentials --resource-group myResourceGroup --name myAKSCluster");
    });

    it("shows the nodes as the article prints them", async () => {
      const [nodes, messages] = article.consoles;
      const shown = (await succeeds(nodes?.command ?? "")).trimEnd().split("\n");
      expect(shown[0]?.split(/\s+/)).toEqual(nodes?.output[0]?.split(/\s+/));
      expect(shown).toHaveLength(4);
      for (const line of shown.slice(1)) expect(line).toMatch(/^aks-nodepool1-\d{8}-vmss00000[0-2]\s+NotReady\s/);
      const printed = (await succeeds(messages?.command ?? "")).trimEnd().split("\n");
      expect(printed[0]?.split(/\s+/)).toEqual(messages?.output[0]?.split(/\s+/));
      const article1 = messages?.output[1]?.replace(/^\S+\s+/, "");
      expect(article1).toBe(message);
      expect(printed.slice(1).map((line) => line.replace(/^\S+\s+/, ""))).toEqual([message, message, message]);
    });

    it("does the same by the ARM template", async () => {
      writeFileSync(join(engine.home, "azuredeploy.json"), article.template);
      const deployed = JSON.parse(
        await succeeds("az deployment group create --resource-group myResourceGroup --template-file azuredeploy.json"),
      ) as { readonly properties: { readonly provisioningState: string } };
      expect(deployed.properties.provisioningState).toBe("Succeeded");
      await succeeds("az aks get-credentials --resource-group myResourceGroup --name aksbyocni --file template.config");
      const messages = await succeeds(`KUBECONFIG=template.config ${article.consoles[1]?.command ?? ""}`);
      expect(messages.split("\n").filter((line) => line.endsWith(message))).toHaveLength(3);
    });

    it("turns Ready when a CNI plugin is installed", async () => {
      const manifest = join(repository, "examples", "cni", "reference-cni.yaml");
      await succeeds(`kubectl apply -f ${manifest}`);
      await succeeds("kubectl wait --for=condition=Ready node --all --timeout=60s");
      await succeeds(
        "kubectl wait --namespace kube-system --for=condition=Ready pod -l k8s-app=kube-dns --timeout=60s",
      );
    });
  });
});

import { describe, expect, it } from "vitest";
import {
  compileBicep,
  createMemoryHost,
  diagnosticsToText,
  loadResourceTypes,
  withResourceTypes,
  type CompileResult,
} from "../index.ts";

const cluster = (misspelt: string): string => `resource c 'Microsoft.ContainerService/managedClusters@2024-02-01' = {
  name: 'c'
  location: 'x'
  properties: { ${misspelt}: 'c' }
}
`;

describe("withResourceTypes", () => {
  it.each([
    ["in the entry", { "/main.bicep": cluster("dnsPrefixx") }, true],
    ["in a module", { "/main.bicep": "module m 'a/m.bicep' = {}\n", "/a/m.bicep": cluster("dnsPrefixx") }, true],
    [
      "written so that it is not foreseen",
      { "/main.bicep": cluster("dnsPrefixx").replace("Container", "\\u{43}ontainer") },
      true,
    ],
    [
      "in a module of a registry",
      { "/main.bicep": "module m 'br:a/b:c' = {}\n", "/cache/m.bicep": cluster("fqdn") },
      false,
    ],
  ])("finds the same as the whole library: a type %s", async (_, files, isTold) => {
    const host = { ...createMemoryHost(files), findArtifact: () => "/cache/m.bicep" };
    const told = ([template, diagnostics]: CompileResult) => [template, diagnosticsToText(diagnostics)];
    const whole = told(compileBicep("/main.bicep", host, { resourceTypes: await loadResourceTypes() }));
    const part = told(
      await withResourceTypes("/main.bicep", host, (reading, resourceTypes) =>
        compileBicep("/main.bicep", reading, { resourceTypes }),
      ),
    );
    expect(part).toEqual(whole);
    expect(/BCP089.*dnsPrefix/.test(String(whole[1]))).toBe(isTold);
  });

  it("reads a file once", async () => {
    const read: string[] = [];
    const memory = createMemoryHost({ "/main.bicep": "module m 'm.bicep' = {}\n", "/m.bicep": cluster("dnsPrefix") });
    const host = {
      ...memory,
      readFile: (path: string) => {
        read.push(path);
        return memory.readFile(path);
      },
    };
    await withResourceTypes("/main.bicep", host, (reading, resourceTypes) =>
      compileBicep("/main.bicep", reading, { resourceTypes }),
    );
    expect(read.filter((path) => path.endsWith(".bicep"))).toEqual(["/main.bicep", "/m.bicep"]);
  });
});

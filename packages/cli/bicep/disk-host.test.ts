import { describe, expect, it } from "vitest";
import { artifactPath } from "./disk-host.ts";

describe("artifactPath", () => {
  // Azure/bicep: OciArtifactRegistry.GetArtifactDirectoryPath, TagEncoder.Encode, TemplateSpecModuleRegistry.
  it.each([
    [
      "br:mcr.microsoft.com/bicep/avm/res/network/virtual-network:0.5.1",
      "/c/br/mcr.microsoft.com/bicep$avm$res$network$virtual-network/0.5.1$/main.json",
    ],
    ["br:Example.azurecr.io:5000/a:v1", "/c/br/example.azurecr.io$5000/a/v1$/main.json"],
    ["br:example.azurecr.io/a:Beta", "/c/br/example.azurecr.io/a/Beta$1/main.json"],
    ["br:example.azurecr.io/a@sha256:0a", "/c/br/example.azurecr.io/a/sha256#0a/main.json"],
    ["ts:SUB/Group/Spec:V1", "/c/ts/sub/group/spec/v1/main.json"],
    ["./local.bicep", undefined],
  ])("%s", (reference, expected) => {
    expect(artifactPath(reference, "/c")).toBe(expected);
  });
});

import { expect, it } from "vitest";
import { nodeImage } from "./node-image.ts";

it.each([
  ["AKSUbuntu-1804gen2containerd-202306.19.0", "Ubuntu 18.04.6 LTS", /^1\.6\./],
  ["AKSUbuntu-2204gen2containerd-202607.09.0", "Ubuntu 22.04.5 LTS", /^1\.7\./],
  ["AKSUbuntu-2404gen2containerd-202607.09.0", "Ubuntu 24.04.4 LTS", /^2\.3\./],
  ["AKSAzureLinux-V3gen2-202607.09.0", "Microsoft Azure Linux 3.0", /^2\.0\./],
  ["AKSWindows-2022-containerd-202607.09.0", "Windows Server 2022 Datacenter", /^1\.7\./],
])("%s is %s", (version, osImage, containerd) => {
  expect(nodeImage(version)).toMatchObject({ osImage, containerdVersion: expect.stringMatching(containerd) });
});

import { RuntimeError } from "@byocni/node/agent";
import type { ImageReference } from "./reference.ts";

/** Tags by which a test asks for a pull that fails, with containerd's texts. */
const failures: Readonly<Record<string, (name: string) => RuntimeError>> = {
  "byocni-not-found": (name) =>
    new RuntimeError(
      `failed to pull and unpack image ${JSON.stringify(name)}: failed to resolve reference ${JSON.stringify(name)}: ${name}: not found`,
      "NotFound",
    ),
  "byocni-unauthorized": (name) =>
    new RuntimeError(
      `failed to pull and unpack image ${JSON.stringify(name)}: failed to resolve reference ${JSON.stringify(name)}: failed to authorize: failed to fetch anonymous token: unexpected status from GET request: 401 Unauthorized`,
    ),
  "byocni-timeout": (name) => {
    const host = name.split("/")[0] ?? "";
    return new RuntimeError(
      `failed to pull and unpack image ${JSON.stringify(name)}: failed to resolve reference ${JSON.stringify(name)}: failed to do request: Head "https://${host}/v2/": dial tcp: i/o timeout`,
    );
  },
};

/** Why an image cannot be pulled; undefined: it can. */
export function pullFailure(image: ImageReference): RuntimeError | undefined {
  return Object.hasOwn(failures, image.tag) ? failures[image.tag]?.(image.name) : undefined;
}

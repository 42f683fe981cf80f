import { createHash } from "node:crypto";

/** An image reference, completed as containerd completes it. */
export interface ImageReference {
  /** `docker.io/library/busybox` */
  readonly repository: string;
  /** `latest` when neither tag nor digest is given; empty when only a digest is. */
  readonly tag: string;
  /** `sha256:…`, if the reference has one. */
  readonly digest: string;
  /** The complete reference: `docker.io/library/busybox:latest`. */
  readonly name: string;
  /** What a node reports as the image's id: `docker.io/library/busybox@sha256:…`. */
  readonly id: string;
}

/** undefined: the text is no image reference. */
export function parseImageReference(text: string): ImageReference | undefined {
  const match = /^([^@\s]+?)(?::([\w][\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$/.exec(text);
  if (!match) return undefined;
  const [, path = "", tag = "", digest = ""] = match;
  if (!/^[a-zA-Z0-9.:-]+(?:\/[a-z0-9._-]+)*$/.test(path)) return undefined;
  const [first = "", ...rest] = path.split("/");
  const hasHost = rest.length > 0 && (first.includes(".") || first.includes(":") || first === "localhost");
  if (!hasHost && path !== path.toLowerCase()) return undefined;
  const repository = hasHost ? path : `docker.io/${rest.length === 0 ? "library/" : ""}${path}`;
  const shownTag = tag === "" && digest === "" ? "latest" : tag;
  const name = repository + (shownTag === "" ? "" : `:${shownTag}`) + (digest === "" ? "" : `@${digest}`);
  // Simulated images have no content to hash: the name stands for it, so that equal references have equal ids.
  const content = digest === "" ? `sha256:${createHash("sha256").update(name).digest("hex")}` : digest;
  return { repository, tag: shownTag, digest, name, id: `${repository}@${content}` };
}

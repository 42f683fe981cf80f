import type { Behaviour } from "../behaviours/behaviour.ts";

/** A file of an image: a program's binary, or text. */
export type ImageFile = { readonly program: string } | { readonly text: string };

/** What is known about the images of one repository (or a family of them). */
export interface ImageModel {
  /** Matched against the complete repository: `docker.io/library/busybox`. */
  readonly repository: RegExp;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Absolute paths. Parents are made. */
  readonly files?: Readonly<Record<string, ImageFile>>;
  /** By the name or the whole path that they are called with. */
  readonly programs?: Readonly<Record<string, Behaviour>>;
}

/** A family of images: what one CNI plugin (or other software) ships. */
export type ImageCatalog = readonly ImageModel[];

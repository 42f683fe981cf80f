declare const BYOCNI_VERSION: string | undefined;

/** The version of the bundle; `0.0.0-source` when run from source. */
export const version = typeof BYOCNI_VERSION === "string" ? BYOCNI_VERSION : "0.0.0-source";

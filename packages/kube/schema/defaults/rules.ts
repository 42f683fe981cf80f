import type { Draft } from "./draft.ts";

/** Fills one struct in place; runs before the structs inside it. */
export type DefaultRule = (draft: Draft) => void;

/** Rules by compact type name. */
export type DefaultRules = Readonly<Record<string, DefaultRule>>;

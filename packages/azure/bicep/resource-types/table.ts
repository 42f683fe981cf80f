/** What is kept of a provider: names and versions of its types, and their bodies (see decode-bodies.ts) or nothing. */
export type ProviderTable = readonly [index: string, bodies: string];

/** Names of providers, separated by blanks, and the table that holds them. */
export type TableFile = readonly [
  providers: string,
  load: () => Promise<{ readonly table: Readonly<Record<string, ProviderTable>> }>,
];

/**
 * What server-side apply must know of a value: how far ownership goes down. Built-in types and CRD schemas both answer
 * through it; what neither knows is deduced from the value (maps are granular, lists atomic).
 */
export type Shape =
  | { readonly kind: "leaf" }
  /** No schema from here on: shape follows the value. */
  | { readonly kind: "deduced" }
  | {
      readonly kind: "map";
      /** One value, owned as a whole. */
      readonly atomic: boolean;
      /** A struct has fixed fields, a map answers for any key. @returns undefined for an unknown field. */
      readonly field: (name: string) => Shape | undefined;
      /** True for keys of a map, which are owned beside what is in them; false for the declared fields of a struct. */
      readonly isKey: (name: string) => boolean;
    }
  | { readonly kind: "list"; readonly listType: "atomic" | "set"; readonly element: Shape }
  | {
      readonly kind: "list";
      readonly listType: "map";
      readonly element: Shape;
      readonly keys: readonly string[];
      /** Values of keys that are left out (`protocol: TCP`). */
      readonly keyDefaults: Readonly<Record<string, string | number | boolean>>;
    };

import type { CachedObject } from "./cached-object.ts";

/** Which objects of a resource a list or a watch shows. */
export interface Selection {
  /** Absent or empty: all namespaces. */
  readonly namespace?: string;
  /** Exact name, when the request asks for one object. */
  readonly name?: string;
  /** A field that must have one value; lets a watch be found without looking at the others. */
  readonly equals?: { readonly field: string; readonly value: string };
  /** The rest of the selectors (may repeat the above). Absent: everything matches. */
  readonly matches?: (object: CachedObject) => boolean;
}

/** Whether the selection shows the object. */
export function isSelected(selection: Selection, object: CachedObject | undefined): boolean {
  if (!object) return false;
  if (selection.namespace && object.namespace !== selection.namespace) return false;
  if (selection.name !== undefined && object.name !== selection.name) return false;
  return selection.matches ? selection.matches(object) : true;
}

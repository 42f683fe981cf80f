import { labelSelectorOf, type metav1 } from "@byocni/kube/schema";

export const none = "<none>";

/** `a=b,c=d` in the order of the keys, or `<none>`. */
export function formatLabels(labels: Readonly<Record<string, string>> | undefined): string {
  const text = Object.entries(labels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join(",");
  return text || none;
}

/** A selector object as text, or `<none>`. */
export function formatSelector(selector: metav1.LabelSelector | undefined): string {
  return labelSelectorOf(selector).toString() || none;
}

/** Names and images of containers, each joined by commas. */
export function containerColumns(
  containers: readonly { readonly name: string; readonly image?: string | undefined }[] | undefined,
): readonly [string, string] {
  const list = containers ?? [];
  return [list.map(({ name }) => name).join(","), list.map(({ image }) => image ?? "").join(",")];
}

/** At most three of a list, then how many more there are; `empty` for none. */
export function firstThree(items: readonly string[], empty: string): string {
  if (items.length === 0) return empty;
  const shown = items.slice(0, 3).join(",");
  return items.length > 3 ? `${shown} + ${items.length - 3} more...` : shown;
}

/** `True`, `False` or `<unset>`. */
export function formatFlag(value: boolean | undefined): string {
  return value === undefined ? "<unset>" : value ? "True" : "False";
}

/** Volume access modes in their short forms, each once. */
export function formatAccessModes(modes: readonly string[] | undefined): string {
  const short: readonly (readonly [string, string])[] = [
    ["ReadWriteOnce", "RWO"],
    ["ReadOnlyMany", "ROX"],
    ["ReadWriteMany", "RWX"],
    ["ReadWriteOncePod", "RWOP"],
  ];
  return short
    .filter(([mode]) => modes?.includes(mode))
    .map(([, text]) => text)
    .join(",");
}

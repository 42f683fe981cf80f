import { isJsonObject } from "@byocni/base/core";
import type { KubeObject } from "../objects/index.ts";

/** Reads equality terms (`a=b,c!=d,e`) into a predicate; a bare name asks for presence. */
function terms(selector: string | null, read: (object: KubeObject, name: string) => unknown) {
  const tests = (selector ?? "")
    .split(",")
    .filter((term) => term !== "")
    .map((term) => {
      const match = /^([^=!]+?)\s*(==|=|!=)\s*(.*)$/.exec(term);
      const [, name = term, operator, value] = match ?? [];
      return (object: KubeObject): boolean => {
        const actual = read(object, name) ?? "";
        if (!operator) return actual !== "";
        return (actual === value) === (operator !== "!=");
      };
    });
  return (object: KubeObject): boolean => tests.every((test) => test(object));
}

/** A predicate for the selectors of a request. */
export function selectorOf(query: URLSearchParams): (object: KubeObject) => boolean {
  const labels = terms(query.get("labelSelector"), (object, name) => object.metadata.labels?.[name]);
  const fields = terms(query.get("fieldSelector"), (object, name) => {
    let at: unknown = object;
    for (const step of name.split(".")) at = isJsonObject(at) ? at[step] : undefined;
    return at;
  });
  return (object) => labels(object) && fields(object);
}

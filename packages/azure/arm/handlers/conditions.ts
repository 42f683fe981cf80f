import type { HttpHeaders } from "@byocni/base/http";
import type { ResourceId } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import type { Resource } from "../resource.ts";

/** `If-Match` and `If-None-Match`. @throws ArmError PreconditionFailed */
export function checkConditions(headers: HttpHeaders, existing: Resource | undefined, id: ResourceId): void {
  const match = headers["if-match"];
  if (match !== undefined && match !== "") {
    const isMet =
      existing !== undefined && tagsOf(match).some((tag) => tag === "*" || bare(tag) === bare(existing.etag));
    if (!isMet) throw armFaults.PreconditionFailed({ condition: `If-Match: ${match}`, id: id.text });
  }
  const noneMatch = headers["if-none-match"];
  if (noneMatch !== undefined && noneMatch !== "") {
    const isThere =
      existing !== undefined && tagsOf(noneMatch).some((tag) => tag === "*" || bare(tag) === bare(existing.etag));
    if (isThere) throw armFaults.PreconditionFailed({ condition: `If-None-Match: ${noneMatch}`, id: id.text });
  }
}

function tagsOf(header: string): readonly string[] {
  return header.split(",").map((tag) => tag.trim());
}

/** Weak comparison: clients drop the `W/` and the quotes. */
function bare(tag: string): string {
  return tag.replace(/^W\//i, "").replaceAll('"', "").toLowerCase();
}

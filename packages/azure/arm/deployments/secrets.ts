import type { Json, JsonObject } from "@byocni/base/core";
import { isJsonObject, jsonEqual } from "@byocni/base/core";
import type { LookAhead } from "./look-ahead.ts";

/** What stands for a secret in answers (Azure/arm-template-whatif#379, recorded output). */
const stars = "*******";

/** Texts shorter than this are hidden only where they are the whole value: every word holds an `a`. */
const shortest = 4;

/**
 * Hides the values of secure parameters, of the template and of the deployments inside it, wherever they turn up in an
 * answer: what-if is shown to people who may not know them.
 */
export function secretHider(ahead: LookAhead): (answer: JsonObject) => JsonObject {
  const texts = new Set<string>();
  const wholes: Json[] = [];
  for (const plan of new Set(ahead.resources.map((resource) => resource.plan))) {
    for (const { secure, value } of plan.parameters) {
      if (!secure || value === undefined) continue;
      if (typeof value !== "string" && !isEmpty(value)) wholes.push(value);
      collectTexts(value, texts);
    }
  }
  if (texts.size === 0 && wholes.length === 0) return (answer) => answer;
  const long = [...texts].filter((text) => text.length >= shortest);

  function hide(value: Json | undefined): Json | undefined {
    if (typeof value === "string") {
      return texts.has(value) || long.some((text) => value.includes(text)) ? stars : value;
    }
    if (typeof value !== "object" || value === null) return value;
    if (wholes.some((whole) => jsonEqual(whole, value))) return stars;
    if (Array.isArray(value)) return value.map((item) => hide(item as Json) ?? null);
    return hideMembers(value as JsonObject);
  }

  function hideMembers(object: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, hide(member)]));
  }

  return (answer) => {
    const { resourceId, changeType, ...rest } = answer;
    return { resourceId, changeType, ...hideMembers(rest) };
  };
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function collectTexts(value: Json | undefined, texts: Set<string>): void {
  if (typeof value === "string" && value !== "") texts.add(value);
  else if (Array.isArray(value)) for (const item of value) collectTexts(item as Json, texts);
  else if (isJsonObject(value)) for (const member of Object.values(value)) collectTexts(member, texts);
}

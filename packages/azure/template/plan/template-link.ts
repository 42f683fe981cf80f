import type { TemplateLink } from "./options.ts";

/**
 * Where a linked template is: its own `uri`, or its `relativePath` resolved against the URI that the parent template
 * came from, with the parent's query string (a shared access signature) unless the link brings one.
 * @returns undefined when the link is relative and the parent came from no URI, or when the result is no URI.
 */
export function resolveTemplateLink(link: TemplateLink, parent: TemplateLink | undefined): string | undefined {
  if (link.uri !== undefined) return withQuery(link.uri, link.queryString);
  if (link.relativePath === undefined || parent?.uri === undefined || !URL.canParse(parent.uri)) return undefined;
  const base = new URL(parent.uri);
  if (!URL.canParse(link.relativePath, base.href)) return undefined;
  const target = new URL(link.relativePath, base);
  if (target.search === "" && target.origin === base.origin) target.search = base.search;
  return withQuery(target.href, link.queryString);
}

function withQuery(uri: string, query: string | undefined): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  if (query === undefined || query === "") return uri;
  const target = new URL(uri);
  target.search = query;
  return target.href;
}

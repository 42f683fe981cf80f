/** One clause of an Accept header. */
export interface AcceptClause {
  /** Lower case: `application/json`. */
  readonly mediaType: string;
  /** Lower-case names. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly quality: number;
}

/** The clauses in order of preference. */
export function parseAccept(header: string | undefined): readonly AcceptClause[] {
  const clauses = (header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(parseClause);
  // The sort is stable: equal qualities keep the client's order.
  return clauses.filter((clause) => clause.quality > 0).sort((a, b) => b.quality - a.quality);
}

function parseClause(text: string): AcceptClause {
  const [mediaType = "", ...rest] = text.split(";").map((part) => part.trim());
  const parameters: Record<string, string> = {};
  for (const parameter of rest) {
    const equals = parameter.indexOf("=");
    if (equals > 0)
      parameters[parameter.slice(0, equals).toLowerCase()] = parameter.slice(equals + 1).replaceAll('"', "");
  }
  const quality = parameters["q"] === undefined ? 1 : Number(parameters["q"]);
  return { mediaType: mediaType.toLowerCase(), parameters, quality: Number.isNaN(quality) ? 1 : quality };
}

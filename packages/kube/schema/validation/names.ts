/**
 * Name formats with the API server's texts (apimachinery's validation rules). Each check returns the complaints; an
 * empty list means the text is good.
 */

function regexError(text: string, format: string, ...examples: string[]): string {
  if (examples.length === 0) return `${text} (regex used for validation is '${format}')`;
  // The API server leaves a comma and two blanks between examples.
  return `${text} (e.g. ${examples.map((item) => `'${item}', `).join(" or ")}regex used for validation is '${format}')`;
}

const encoder = new TextEncoder();

/** Length in UTF-8 bytes, which is what the limits count. */
export function byteLength(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : encoder.encode(text).length;
}

/** `must be no more than 63 bytes`. */
export const maxLengthProblem = (limit: number): string => `must be no more than ${limit} bytes`;
/** `must be between 1 and 65535, inclusive`. */
export const rangeProblem = (low: number, high: number): string => `must be between ${low} and ${high}, inclusive`;

interface Format {
  readonly pattern: string;
  readonly expression: RegExp;
  readonly text: string;
  readonly examples: readonly string[];
  readonly limit?: number;
}

function format(pattern: string, text: string, examples: readonly string[], limit?: number): Format {
  return {
    pattern,
    expression: new RegExp(`^(?:${pattern})$`),
    text,
    examples,
    ...(limit === undefined ? {} : { limit }),
  };
}

function check(value: string, rule: Format): string[] {
  const problems: string[] = [];
  if (rule.limit !== undefined && byteLength(value) > rule.limit) problems.push(maxLengthProblem(rule.limit));
  if (!rule.expression.test(value)) problems.push(regexError(rule.text, rule.pattern, ...rule.examples));
  return problems;
}

const labelPattern = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomainPattern = `${labelPattern}(\\.${labelPattern})*`;
const qualifiedPattern = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const qualifiedText =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

const dnsLabel = format(
  labelPattern,
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  ["my-name", "123-abc"],
  63,
);
const dnsSubdomain = format(
  subdomainPattern,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  ["example.com"],
  253,
);
const dns1035 = format(
  "[a-z]([-a-z0-9]*[a-z0-9])?",
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ["my-name", "abc-123"],
  63,
);
const labelValue = format(
  `(${qualifiedPattern})?`,
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  ["MyValue", "my_value", "12345"],
  63,
);
const qualifiedPart = format(qualifiedPattern, qualifiedText, ["MyName", "my.name", "123-abc"], 63);
const percent = format("[0-9]+%", "a valid percent string must be a numeric string followed by an ending '%'", [
  "1%",
  "93%",
]);
const configKey = format(
  "[-._a-zA-Z0-9]+",
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  ["key.name", "KEY_NAME", "key-name"],
  253,
);

/** A label of RFC 1123: namespaces, container names. */
export function dnsLabelProblems(value: string): string[] {
  const problems: string[] = [];
  if (byteLength(value) > 63) problems.push(maxLengthProblem(63));
  if (dnsLabel.expression.test(value)) return problems;
  // A good subdomain that is no good label can only have dots.
  problems.push(
    dnsSubdomain.expression.test(value)
      ? "must not contain dots"
      : regexError(dnsLabel.text, dnsLabel.pattern, ...dnsLabel.examples),
  );
  return problems;
}

/** A subdomain of RFC 1123: the names of most objects. */
export const dnsSubdomainProblems = (value: string): string[] => check(value, dnsSubdomain);
/** A label of RFC 1035: Services before they were relaxed. */
export const dns1035LabelProblems = (value: string): string[] => check(value, dns1035);
export const labelValueProblems = (value: string): string[] => check(value, labelValue);
export const percentProblems = (value: string): string[] => check(value, percent);

/** Keys of ConfigMaps and Secrets. */
export function configKeyProblems(value: string): string[] {
  const problems = check(value, configKey);
  if (value === ".") problems.push("must not be '.'");
  else if (value === "..") problems.push("must not be '..'");
  else if (value.startsWith("..")) problems.push("must not start with '..'");
  return problems;
}

/** `[prefix/]name`: label keys, annotation keys, taints, finalizers, resource names. */
export function qualifiedNameProblems(value: string): string[] {
  const parts = value.split("/");
  const problems: string[] = [];
  if (parts.length > 2) {
    return [
      `a qualified name ${regexError(qualifiedText, qualifiedPattern, ...qualifiedPart.examples)} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const name = parts.at(-1) ?? "";
  if (parts.length === 2) {
    const prefix = parts[0] ?? "";
    if (prefix === "") problems.push("prefix part must be non-empty");
    else problems.push(...dnsSubdomainProblems(prefix).map((problem) => `prefix part ${problem}`));
  }
  if (name === "") problems.push("name part must be non-empty");
  else if (byteLength(name) > 63) problems.push(`name part ${maxLengthProblem(63)}`);
  if (!qualifiedPart.expression.test(name))
    problems.push(`name part ${regexError(qualifiedText, qualifiedPattern, ...qualifiedPart.examples)}`);
  return problems;
}

/** Names of environment variables: printable ASCII without `=`. */
export function environmentNameProblems(value: string): string[] {
  if (value === "") return ["environment variable name must be non-empty"];
  return /^[\x20-\x3c\x3e-\x7e]+$/.test(value)
    ? []
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** Names of container and Service ports (RFC 6335 in lower case). */
export function portNameProblems(value: string): string[] {
  const problems: string[] = [];
  if (byteLength(value) > 15) problems.push(maxLengthProblem(15));
  if (!/^[-a-z0-9]+$/.test(value))
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(value)) problems.push("must contain at least one letter (a-z)");
  if (value.includes("--")) problems.push("must not contain consecutive hyphens");
  if (/^-|-$/.test(value)) problems.push("must not begin or end with a hyphen");
  return problems;
}

export function portNumberProblems(value: number): string[] {
  return Number.isInteger(value) && value >= 1 && value <= 65_535 ? [] : [rangeProblem(1, 65_535)];
}

/** Names that become a segment of a URL path (RBAC): nearly anything. */
export function pathSegmentProblems(value: string): string[] {
  if (value === "." || value === "..") return [`may not be '${value}'`];
  return ["/", "%"].filter((text) => value.includes(text)).map((text) => `may not contain '${text}'`);
}

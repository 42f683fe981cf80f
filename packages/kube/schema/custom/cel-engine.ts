import { compareQuantities, parseQuantity, quantityToNumber } from "../quantity/quantity.ts";
import type { Quantity } from "../quantity/quantity.ts";
import { formatQuantity } from "../quantity/quantity.ts";
import { RuleAddress, RuleCidr } from "./network-values.ts";
import type { RuleEngine } from "./rule-engine.ts";

class RuleQuantity {
  readonly quantity: Quantity;
  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }
  get text(): string {
    return formatQuantity(this.quantity);
  }
}

function orThrow<T>(value: T | undefined, problem: string): T {
  if (value === undefined) throw new Error(problem);
  return value;
}

/** Compares numbers and texts as CEL does. */
function compare(a: unknown, b: unknown): number {
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

function regular(pattern: string, flags = ""): RegExp {
  return new RegExp(pattern, `u${flags}`);
}

/**
 * Loads the CEL library (it is not loaded at start: few clusters have rules) and gives it the functions that
 * Kubernetes adds: addresses, quantities, regular expressions, lists and texts.
 */
export async function loadCelEngine(): Promise<RuleEngine> {
  const { Environment } = await import("@marcbachmann/cel-js");
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  })
    .registerVariable("self", "dyn")
    .registerVariable("oldSelf", "dyn")
    .registerType("IP", RuleAddress)
    .registerType("CIDR", RuleCidr)
    .registerType("Quantity", RuleQuantity)
    .registerFunction("isIP(string): bool", (text: string) => RuleAddress.parse(text) !== undefined)
    .registerFunction("ip(string): IP", (text: string) => orThrow(RuleAddress.parse(text), "IP Address parse error"))
    .registerFunction("IP.family(): int", (ip: RuleAddress) => BigInt(ip.family))
    .registerFunction("IP.isUnspecified(): bool", (ip: RuleAddress) => ip.isUnspecified())
    .registerFunction("IP.isLoopback(): bool", (ip: RuleAddress) => ip.isLoopback())
    .registerFunction("IP.isLinkLocalUnicast(): bool", (ip: RuleAddress) => ip.isLinkLocalUnicast())
    .registerFunction("IP.isLinkLocalMulticast(): bool", (ip: RuleAddress) => ip.isLinkLocalMulticast())
    .registerFunction("IP.isGlobalUnicast(): bool", (ip: RuleAddress) => ip.isGlobalUnicast())
    .registerOperator("IP == IP", (a: RuleAddress, b: RuleAddress) => a.equals(b))
    .registerFunction("isCIDR(string): bool", (text: string) => RuleCidr.parse(text) !== undefined)
    .registerFunction("cidr(string): CIDR", (text: string) =>
      orThrow(RuleCidr.parse(text), "network address parse error"),
    )
    .registerFunction("CIDR.ip(): IP", (cidr: RuleCidr) => cidr.address)
    .registerFunction("CIDR.masked(): CIDR", (cidr: RuleCidr) => cidr.masked())
    .registerFunction("CIDR.prefixLength(): int", (cidr: RuleCidr) => BigInt(cidr.prefix))
    .registerFunction("CIDR.containsIP(IP): bool", (cidr: RuleCidr, ip: RuleAddress) => cidr.containsAddress(ip))
    .registerFunction("CIDR.containsIP(string): bool", (cidr: RuleCidr, text: string) =>
      cidr.containsAddress(orThrow(RuleAddress.parse(text), "IP Address parse error")),
    )
    .registerFunction("CIDR.containsCIDR(CIDR): bool", (cidr: RuleCidr, other: RuleCidr) => cidr.containsCidr(other))
    .registerFunction("CIDR.containsCIDR(string): bool", (cidr: RuleCidr, text: string) =>
      cidr.containsCidr(orThrow(RuleCidr.parse(text), "network address parse error")),
    )
    .registerOperator("CIDR == CIDR", (a: RuleCidr, b: RuleCidr) => a.equals(b))
    .registerFunction("isQuantity(string): bool", (text: string) => parseQuantity(text) !== undefined)
    .registerFunction(
      "quantity(string): Quantity",
      (text: string) => new RuleQuantity(orThrow(parseQuantity(text), "quantity parse error")),
    )
    .registerFunction(
      "Quantity.isLessThan(Quantity): bool",
      (a: RuleQuantity, b: RuleQuantity) => compareQuantities(a.text, b.text) < 0,
    )
    .registerFunction(
      "Quantity.isGreaterThan(Quantity): bool",
      (a: RuleQuantity, b: RuleQuantity) => compareQuantities(a.text, b.text) > 0,
    )
    .registerFunction("Quantity.compareTo(Quantity): int", (a: RuleQuantity, b: RuleQuantity) =>
      BigInt(compareQuantities(a.text, b.text)),
    )
    .registerFunction("Quantity.asInteger(): int", (a: RuleQuantity) => BigInt(quantityToNumber(a.text)))
    .registerFunction(
      "string.find(string): string",
      (text: string, pattern: string) => regular(pattern).exec(text)?.[0] ?? "",
    )
    .registerFunction("string.findAll(string): list<string>", (text: string, pattern: string) =>
      Array.from(text.matchAll(regular(pattern, "g")), (match) => match[0]),
    )
    .registerFunction("string.charAt(int): string", (text: string, at: bigint) => text.charAt(Number(at)))
    .registerFunction("string.replace(string, string): string", (text: string, from: string, to: string) =>
      text.replaceAll(from, () => to),
    )
    .registerFunction("isURL(string): bool", (text: string) => URL.canParse(text) || text.startsWith("/"))
    .registerFunction("list.isSorted(): bool", (list: readonly unknown[]) =>
      list.every((item, index) => index === 0 || compare(list[index - 1], item) <= 0),
    )
    .registerFunction("list.indexOf(dyn): int", (list: readonly unknown[], item: unknown) => BigInt(list.indexOf(item)))
    .registerFunction("list.lastIndexOf(dyn): int", (list: readonly unknown[], item: unknown) =>
      BigInt(list.lastIndexOf(item)),
    )
    .registerFunction("list.min(): dyn", (list: readonly unknown[]) =>
      orThrow(list.toSorted(compare)[0], "min called on empty list"),
    )
    .registerFunction("list.max(): dyn", (list: readonly unknown[]) =>
      orThrow(list.toSorted(compare).at(-1), "max called on empty list"),
    )
    .registerFunction("list.sum(): dyn", (list: readonly (bigint | number)[]) =>
      list.reduce<bigint | number>(
        (sum, item) => (typeof item === "bigint" ? BigInt(sum) + item : Number(sum) + item),
        list.some((item) => typeof item === "number") ? 0 : 0n,
      ),
    );
  return {
    compile(expression) {
      try {
        const parsed = environment.parse(expression);
        if (!parsed.check().valid) return undefined;
        return (self, oldSelf) => parsed({ self, oldSelf }) as unknown;
      } catch {
        return undefined; // unknown syntax or function: the schema tells it as not evaluated
      }
    },
  };
}

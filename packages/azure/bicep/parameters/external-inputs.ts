import { armToText, call, mapCalls, text, type Arm, type ArmCall } from "../emit/arm.ts";
import { setMember, type Json } from "../files/json.ts";

/** What an external input asks for; `config` stands in the file as a constant. */
interface ExternalInput {
  readonly key: string;
  readonly kind: string;
  readonly config: Arm | undefined;
}

/** The inputs that a parameters file takes from the tool that deploys it. */
export interface ExternalInputs {
  /** Notes the inputs of an expression; they are numbered in the order of being noted. */
  note(arm: Arm): void;
  /** The expression with every input named by its key. */
  rewrite(arm: Arm): Arm;
  /** The `externalInputDefinitions` of the parameters file; undefined when there is no input. */
  definitions(evaluate: (config: Arm) => Json): Json | undefined;
}

/** Short ways of asking for an input, by the kind that they stand for. */
const shorthands: Readonly<Record<string, string>> = { readCliArg: "sys.cliArg", readEnvVar: "sys.envVar" };

/** The call as `externalInput(kind[, config])`; undefined for other calls. */
function asInput(one: ArmCall): ArmCall | undefined {
  if (one.name === "externalInput") return one;
  const kind = Object.hasOwn(shorthands, one.name) ? shorthands[one.name] : undefined;
  return kind === undefined
    ? undefined
    : { ...call("externalInput", text(kind), ...one.args), properties: one.properties };
}

/** True for a call that takes a value from outside. */
export function isExternalInput(one: ArmCall): boolean {
  return asInput(one) !== undefined;
}

export function createExternalInputs(): ExternalInputs {
  const inputs = new Map<string, ExternalInput>();
  const identify = (input: ArmCall): string => armToText({ ...input, properties: [] });
  const note = (arm: Arm): void => {
    mapCalls(arm, (one) => {
      const input = asInput(one);
      const [kind, config] = input?.args ?? [];
      if (input && kind?.kind === "text" && !inputs.has(identify(input))) {
        const key = `${kind.value.replaceAll(/[^A-Za-z0-9_]/g, "_")}_${inputs.size}`;
        inputs.set(identify(input), { key, kind: kind.value, config });
      }
      return one;
    });
  };
  return {
    note,
    rewrite: (arm) =>
      mapCalls(arm, (one) => {
        const input = asInput(one);
        if (!input) return one;
        note(input);
        const key = inputs.get(identify(input))?.key;
        return key === undefined ? one : { ...call("externalInputs", text(key)), properties: one.properties };
      }),
    definitions(evaluate) {
      if (inputs.size === 0) return undefined;
      const result: Record<string, Json> = {};
      const sorted = [...inputs.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
      for (const { key, kind, config } of sorted) {
        setMember(result, key, config ? { kind, config: evaluate(config) } : { kind });
      }
      return result;
    },
  };
}

import type { DataDirectory, Instance } from "@byocni/engine/instance";
import type { Invocation } from "../command.ts";
import { type ArmClient, createArmClient } from "./arm-client.ts";
import { requireInstance } from "./instance.ts";

export interface ArmSession {
  readonly arm: ArmClient;
  readonly instance: Instance;
  readonly directory: DataDirectory;
}

/** A client of the running engine, logged in. @throws CommandError that says how to start one */
export async function openArm({ options, env }: Pick<Invocation, "options" | "env">): Promise<ArmSession> {
  const dataDir = options["dataDir"];
  const { directory, instance } = requireInstance(typeof dataDir === "string" ? dataDir : undefined, env);
  return { arm: await createArmClient(instance, directory), instance, directory };
}

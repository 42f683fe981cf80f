import type { Container } from "@byocni/kube/client";
import type { ClusterReader } from "./cluster-reader.ts";
import { fieldValue, type PodFacts, resourceValue } from "./pod-fields.ts";

/** A container that cannot be configured: `CreateContainerConfigError`, with kubelet's text. */
export class ContainerConfigError extends Error {
  override readonly name = "ContainerConfigError";
}

/** Replaces `$(NAME)` where the name is known; `$$` stands for one dollar sign. */
export function expandReferences(text: string, values: ReadonlyMap<string, string>): string {
  if (!text.includes("$")) return text;
  return text.replace(/\$(?:\$|\(([^()]*)\))/g, (whole, name: string | undefined) =>
    name === undefined ? "$" : (values.get(name) ?? whole),
  );
}

function decode(data: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> | undefined {
  return (
    data &&
    Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(value, "base64").toString()]))
  );
}

/** Makes a container's environment as kubelet does: service variables, envFrom, env. @throws ContainerConfigError */
export async function resolveEnvironment(
  container: Container,
  facts: PodFacts,
  reader: ClusterReader,
  services: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> {
  const namespace = facts.pod.metadata.namespace ?? "default";
  const values = new Map(Object.entries(services));

  const configMap = async (name: string, optional: boolean): Promise<Readonly<Record<string, string>> | undefined> => {
    const object = await reader.configMap(namespace, name);
    if (!object && !optional) throw new ContainerConfigError(`configmap ${JSON.stringify(name)} not found`);
    return object && (object.data ?? {});
  };
  const secret = async (name: string, optional: boolean): Promise<Readonly<Record<string, string>> | undefined> => {
    const object = await reader.secret(namespace, name);
    if (!object && !optional) throw new ContainerConfigError(`secret ${JSON.stringify(name)} not found`);
    return object && decode(object.data ?? {});
  };
  async function keyOf(
    kind: "ConfigMap" | "Secret",
    ref: { readonly name?: string; readonly key: string; readonly optional?: boolean },
  ): Promise<string | undefined> {
    const name = ref.name ?? "";
    const optional = ref.optional === true;
    const data = kind === "ConfigMap" ? await configMap(name, optional) : await secret(name, optional);
    const value = data?.[ref.key];
    if (value === undefined && !optional) {
      throw new ContainerConfigError(`couldn't find key ${ref.key} in ${kind} ${namespace}/${name}`);
    }
    return value;
  }

  for (const source of container.envFrom ?? []) {
    const prefix = source.prefix ?? "";
    const data = source.configMapRef
      ? await configMap(source.configMapRef.name ?? "", source.configMapRef.optional === true)
      : source.secretRef && (await secret(source.secretRef.name ?? "", source.secretRef.optional === true));
    for (const [key, value] of Object.entries(data ?? {})) values.set(prefix + key, value);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    if (!valueFrom) {
      values.set(name, expandReferences(value ?? "", values));
      continue;
    }
    let found: string | undefined;
    if (valueFrom.fieldRef) {
      found = fieldValue(valueFrom.fieldRef.fieldPath, facts);
      if (found === undefined) throw new ContainerConfigError(`unsupported fieldPath: ${valueFrom.fieldRef.fieldPath}`);
    } else if (valueFrom.resourceFieldRef) {
      const { resource, containerName, divisor } = valueFrom.resourceFieldRef as {
        readonly resource: string;
        readonly containerName?: string;
        readonly divisor?: string | number;
      };
      const all = [...facts.pod.spec.containers, ...(facts.pod.spec.initContainers ?? [])];
      const target = containerName === undefined ? container : all.find((item) => item.name === containerName);
      found = resourceValue(target, resource, String(divisor ?? ""), facts.allocatable);
    } else if (valueFrom.configMapKeyRef) found = await keyOf("ConfigMap", valueFrom.configMapKeyRef);
    else if (valueFrom.secretKeyRef) found = await keyOf("Secret", valueFrom.secretKeyRef);
    if (found !== undefined) values.set(name, found);
  }
  return values;
}

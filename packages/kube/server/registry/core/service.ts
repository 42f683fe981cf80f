import { parseAddress } from "@byocni/base/core";
import { type corev1, type FieldError, fieldErrors, type KubeObject, statusErrors } from "@byocni/kube/schema";
import { withMember } from "../object-fields.ts";
import type { Strategy, WriteScope } from "../strategy.ts";
import { AllocationError, type IpFamily, type ServiceNetwork } from "./service-network.ts";

const headless = "None";
type Spec = corev1.ServiceSpec;

export const serviceStrategy: Strategy = {
  returnsDeletedObject: true,
  initialStatus: () => ({ loadBalancer: {} }),
  prepareForCreate: (object, scope) => allocated(object, undefined, scope),
  prepareForUpdate(object, old, scope) {
    if (scope.subresource !== "") return object;
    return allocated(keepAllocated(object, old), old, scope);
  },
};

function specOf(object: KubeObject): Spec {
  return (object as corev1.Service).spec ?? {};
}

function needsAddress({ type }: Spec): boolean {
  return type !== "ExternalName";
}

function needsPorts({ type, allocateLoadBalancerNodePorts }: Spec): boolean {
  return type === "NodePort" || (type === "LoadBalancer" && allocateLoadBalancerNodePorts !== false);
}

/** What an update leaves out although the server once filled it in stays. */
function keepAllocated(object: KubeObject, old: KubeObject): KubeObject {
  const spec = specOf(object);
  const before = specOf(old);
  if (!needsAddress(spec) || !needsAddress(before)) return object;
  const ports = spec.ports?.map((port) => {
    if (port.nodePort || !needsPorts(spec)) return port;
    const same = before.ports?.find((item) => item.port === port.port && item.protocol === port.protocol);
    return same?.nodePort ? { ...port, nodePort: same.nodePort } : port;
  });
  return withMember(object, "spec", {
    ...spec,
    ...(ports ? { ports } : {}),
    ...(spec.clusterIP || !before.clusterIP
      ? {}
      : { clusterIP: before.clusterIP, clusterIPs: spec.clusterIPs ?? before.clusterIPs }),
    ...(spec.clusterIPs || !before.clusterIPs ? {} : { clusterIPs: before.clusterIPs }),
    ipFamilies: spec.ipFamilies ?? before.ipFamilies,
    ipFamilyPolicy: spec.ipFamilyPolicy ?? before.ipFamilyPolicy,
    ...(spec.healthCheckNodePort || !before.healthCheckNodePort
      ? {}
      : { healthCheckNodePort: before.healthCheckNodePort }),
  });
}

function allocated(object: KubeObject, old: KubeObject | undefined, { core }: WriteScope): KubeObject {
  const { serviceNetwork } = core;
  const spec = specOf(object);
  if (!needsAddress(spec)) {
    const { clusterIP: _ip, clusterIPs: _ips, ipFamilies: _families, ipFamilyPolicy: _policy, ...rest } = spec;
    return withMember(object, "spec", rest);
  }
  const errors: FieldError[] = [];
  const before = old && specOf(old);
  if (before && needsAddress(before)) checkSameAddress(spec, before, errors);
  const addressed = withAddresses(serviceNetwork, spec, before?.clusterIPs ?? [], errors);
  const ported = withPorts(serviceNetwork, addressed, before, errors);
  if (errors.length > 0) throw statusErrors.invalid({ group: "", kind: "Service" }, object.metadata.name ?? "", errors);
  return withMember(object, "spec", ported);
}

function checkSameAddress({ clusterIP = "", clusterIPs = [] }: Spec, before: Spec, errors: FieldError[]): void {
  const [had = ""] = before.clusterIPs ?? [];
  if (had === "") return;
  // Whoever changes only the one field means both.
  const wanted = clusterIP !== had && clusterIPs[0] === had ? [clusterIP, ...clusterIPs.slice(1)] : clusterIPs;
  if (wanted[0] !== had) errors.push(fieldErrors.invalid("spec.clusterIPs[0]", wanted, "may not change once set"));
}

function withAddresses(network: ServiceNetwork, spec: Spec, had: readonly string[], errors: FieldError[]): Spec {
  const wanted = spec.clusterIPs?.length ? spec.clusterIPs : spec.clusterIP ? [spec.clusterIP] : [];
  const policy =
    spec.ipFamilyPolicy ??
    ((spec.ipFamilies?.length ?? 0) > 1 || wanted.length > 1 ? "RequireDualStack" : "SingleStack");
  const families = chooseFamilies(network, spec, wanted, policy, errors);
  const common: Spec = { ...spec, ipFamilyPolicy: policy, ipFamilies: families };
  if (wanted[0] === headless) return { ...common, clusterIP: headless, clusterIPs: [headless] };
  const addresses = families.map((family, index) => {
    const address = wanted[index];
    if (address !== undefined && had.includes(address)) return address;
    try {
      return network.allocateAddress(family, address);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      errors.push(
        address === undefined
          ? {
              type: "InternalError",
              field: "spec.clusterIPs",
              detail: `failed to allocate a serviceIP: ${error.message}`,
            }
          : fieldErrors.invalid("spec.clusterIPs", wanted, `failed to allocate IP ${address}: ${error.message}`),
      );
      return "";
    }
  });
  return { ...common, clusterIP: addresses[0] ?? "", clusterIPs: addresses };
}

function chooseFamilies(
  network: ServiceNetwork,
  spec: Spec,
  wanted: readonly string[],
  policy: string,
  errors: FieldError[],
): readonly IpFamily[] {
  const given = (spec.ipFamilies ?? []) as readonly IpFamily[];
  for (const [index, family] of given.entries())
    if (!network.families.includes(family))
      errors.push(fieldErrors.invalid(`spec.ipFamilies[${index}]`, family, "not configured on this cluster"));
  const fromAddresses = wanted.filter((address) => address !== headless).map(familyOfAddress);
  const chosen =
    given.length > 0 ? [...given] : fromAddresses.length > 0 ? fromAddresses : network.families.slice(0, 1);
  if (policy === "SingleStack") return chosen.slice(0, 1);
  for (const family of network.families) if (!chosen.includes(family)) chosen.push(family);
  if (policy === "RequireDualStack" && chosen.length < 2)
    errors.push(
      fieldErrors.invalid("spec.ipFamilyPolicy", policy, "this cluster is not configured for dual-stack services"),
    );
  return chosen.slice(0, 2);
}

function familyOfAddress(address: string): IpFamily {
  const parsed = parseAddress(address);
  return parsed.ok && parsed.value.family === 6 ? "IPv6" : "IPv4";
}

function withPorts(network: ServiceNetwork, spec: Spec, before: Spec | undefined, errors: FieldError[]): Spec {
  const had = new Set((before?.ports ?? []).map(({ nodePort }) => nodePort));
  const isExposed = spec.type === "NodePort" || spec.type === "LoadBalancer";
  const allocate = (field: string, wanted?: number): number | undefined => {
    try {
      return network.allocatePort(wanted);
    } catch (error) {
      if (!(error instanceof AllocationError)) throw error;
      errors.push(fieldErrors.invalid(field, wanted ?? 0, error.message));
      return undefined;
    }
  };
  // One number may serve the same port over TCP and UDP.
  const byNumber = new Map<number, number | undefined>();
  const ports = spec.ports?.map((port, index) => {
    const { nodePort, ...rest } = port;
    if (!isExposed) return rest;
    if (nodePort && (had.has(nodePort) || byNumber.has(nodePort))) return port;
    if (!nodePort && !needsPorts(spec)) return rest;
    const given = nodePort || byNumber.get(port.port);
    const number = !nodePort && given ? given : allocate(`spec.ports[${index}].nodePort`, nodePort || undefined);
    if (number !== undefined) byNumber.set(port.port, number).set(number, number);
    return number === undefined ? port : { ...port, nodePort: number };
  });
  const wantsHealth = spec.type === "LoadBalancer" && spec.externalTrafficPolicy === "Local";
  const { healthCheckNodePort, ...rest } = spec;
  const health = !wantsHealth
    ? undefined
    : healthCheckNodePort && healthCheckNodePort === before?.healthCheckNodePort
      ? healthCheckNodePort
      : allocate("spec.healthCheckNodePort", healthCheckNodePort || undefined);
  return { ...rest, ...(ports ? { ports } : {}), ...(health ? { healthCheckNodePort: health } : {}) };
}

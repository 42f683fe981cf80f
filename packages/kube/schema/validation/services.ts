import { isCidr, isIPAddress, isIPv4Address } from "../custom/formats.ts";
import { fieldErrors } from "../errors/field-error.ts";
import type { Service } from "../model/core-v1.gen.ts";
import type { EndpointSlice } from "../model/discovery-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { checkPort } from "./containers.ts";
import { checkLabels } from "./labels.ts";
import {
  dnsLabelProblems,
  dnsSubdomainProblems,
  portNameProblems,
  portNumberProblems,
  qualifiedNameProblems,
} from "./names.ts";

const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];

export function checkService(check: Check, { spec }: Service): void {
  const ports = spec.ports ?? [];
  const type = spec.type ?? "";
  const headless = spec.clusterIP === "None";
  if (ports.length === 0 && !headless && type !== "ExternalName") check.required("spec.ports");
  check.oneOf("spec.sessionAffinity", spec.sessionAffinity, ["ClientIP", "None"]);
  check.oneOf("spec.type", type, types);
  checkLabels(check, spec.selector, "spec.selector");
  if (type === "ExternalName") {
    if (spec.clusterIP) check.forbidden("spec.clusterIPs[0]", "may not be set when type is 'ExternalName'");
    if (!spec.externalName) check.required("spec.externalName");
    else
      check.format("spec.externalName", spec.externalName, dnsSubdomainProblems(spec.externalName.replace(/\.$/, "")));
  } else if (type === "LoadBalancer" && headless)
    check.invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for LoadBalancer services");
  else if (type === "NodePort" && headless)
    check.invalid("spec.clusterIPs[0]", "None", "may not be set to 'None' for NodePort services");
  checkPorts(check, spec, headless);
  if (spec.clusterIP && !headless && !isIPAddress(spec.clusterIP))
    check.invalid(
      "spec.clusterIPs",
      spec.clusterIPs ?? [spec.clusterIP],
      "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)",
    );
  for (const [index, ip] of (spec.externalIPs ?? []).entries())
    if (!isIPAddress(ip))
      check.invalid(at("spec.externalIPs", index), ip, "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)");
  for (const [index, range] of (spec.loadBalancerSourceRanges ?? []).entries()) {
    if (type !== "LoadBalancer")
      check.forbidden("spec.loadBalancerSourceRanges", "may only be used when `type` is 'LoadBalancer'");
    if (!isCidr(range))
      check.invalid(
        at("spec.loadBalancerSourceRanges", index),
        range,
        "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
      );
  }
  if (spec.externalTrafficPolicy) {
    if (type !== "NodePort" && type !== "LoadBalancer" && (spec.externalIPs ?? []).length === 0)
      check.invalid(
        "spec.externalTrafficPolicy",
        spec.externalTrafficPolicy,
        "may only be set for externally-accessible services",
      );
    else check.oneOf("spec.externalTrafficPolicy", spec.externalTrafficPolicy, ["Cluster", "Local"]);
  }
}

function checkPorts(check: Check, spec: Service["spec"], headless: boolean): void {
  const ports = spec.ports ?? [];
  const names = new Set<string>();
  const numbers = new Set<string>();
  const nodePorts = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const path = at("spec.ports", index);
    if (!port.name) {
      if (ports.length > 1) check.required(`${path}.name`);
    } else {
      check.format(`${path}.name`, port.name, dnsLabelProblems(port.name));
      if (names.has(port.name)) check.duplicate(`${path}.name`, port.name);
      names.add(port.name);
    }
    check.format(`${path}.port`, port.port, portNumberProblems(port.port));
    check.oneOf(`${path}.protocol`, port.protocol, ["SCTP", "TCP", "UDP"]);
    checkPort(check, port.targetPort, `${path}.targetPort`);
    if (port.appProtocol)
      check.format(`${path}.appProtocol`, port.appProtocol, qualifiedNameProblems(port.appProtocol));
    if (
      headless &&
      spec.type === "ClusterIP" &&
      typeof port.targetPort === "number" &&
      port.targetPort !== port.port &&
      spec.selector === undefined
    )
      check.invalid(
        `${path}.targetPort`,
        port.targetPort,
        "must be equal to the value of 'port' when clusterIP = None",
      );
    if (port.nodePort) {
      if (spec.type === "ClusterIP") check.forbidden(`${path}.nodePort`, "may not be used when `type` is 'ClusterIP'");
      const id = `${port.nodePort}/${port.protocol}`;
      if (nodePorts.has(id)) check.duplicate(`${path}.nodePort`, port.nodePort);
      nodePorts.add(id);
    }
    const id = `${port.port}/${port.protocol}`;
    if (numbers.has(id)) check.duplicate(path, { port: port.port, protocol: port.protocol });
    numbers.add(id);
  }
}

export function checkServiceUpdate(check: Check, { spec }: Service, { spec: old }: Service): void {
  if (spec.type === "ExternalName" || old.type === "ExternalName" || !old.clusterIP) return;
  if (spec.clusterIP !== old.clusterIP)
    check.invalid("spec.clusterIPs[0]", spec.clusterIPs ?? [spec.clusterIP ?? ""], "may not change once set");
}

export function checkEndpointSlice(check: Check, slice: EndpointSlice): void {
  check.oneOf("addressType", slice.addressType, ["FQDN", "IPv4", "IPv6"]);
  if ((slice.endpoints ?? []).length > 1000)
    check.add(fieldErrors.tooMany("endpoints", (slice.endpoints ?? []).length, 1000));
  for (const [index, endpoint] of (slice.endpoints ?? []).entries()) {
    const path = at("endpoints", index);
    if ((endpoint.addresses ?? []).length === 0) check.required(`${path}.addresses`, "must contain at least 1 address");
    if (endpoint.addresses.length > 100)
      check.add(fieldErrors.tooMany(`${path}.addresses`, endpoint.addresses.length, 100));
    for (const [position, address] of endpoint.addresses.entries()) {
      const good =
        slice.addressType === "IPv4"
          ? isIPv4Address(address)
          : slice.addressType === "IPv6"
            ? isIPAddress(address) && !isIPv4Address(address)
            : dnsSubdomainProblems(address).length === 0;
      if (!good)
        check.invalid(
          at(`${path}.addresses`, position),
          address,
          slice.addressType === "FQDN"
            ? "must be a fully qualified domain name"
            : `must be an ${slice.addressType} address`,
        );
    }
  }
  const names = new Set<string>();
  for (const [index, port] of (slice.ports ?? []).entries()) {
    const path = at("ports", index);
    if (port.name) check.format(`${path}.name`, port.name, portNameProblems(port.name));
    if (names.has(port.name ?? "")) check.duplicate(`${path}.name`, port.name ?? "");
    names.add(port.name ?? "");
    check.oneOf(`${path}.protocol`, port.protocol, ["SCTP", "TCP", "UDP"]);
  }
}

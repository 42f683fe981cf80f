import { compareQuantities, parseQuantity } from "../quantity/quantity.ts";
import type {
  Container,
  ContainerPort,
  EnvVar,
  LifecycleHandler,
  Probe,
  ResourceRequirements,
} from "../model/core-v1.gen.ts";
import { fieldErrors } from "../errors/field-error.ts";
import { at, keyed } from "./check.ts";
import type { Check } from "./check.ts";
import {
  dnsLabelProblems,
  environmentNameProblems,
  portNameProblems,
  portNumberProblems,
  qualifiedNameProblems,
} from "./names.ts";

/** What the containers of one pod share. */
export interface PodContext {
  /** Names of the pod's volumes. */
  readonly volumes: ReadonlySet<string>;
  readonly hostNetwork: boolean;
}

/** `containers` or `initContainers` of a pod. */
export function checkContainers(
  check: Check,
  containers: readonly Container[],
  path: string,
  context: PodContext,
  names: Set<string>,
  init: boolean,
): void {
  const hostPorts = new Set<string>();
  for (const [index, container] of containers.entries()) {
    const place = at(path, index);
    check.name(`${place}.name`, container.name, dnsLabelProblems);
    if (container.name) {
      if (names.has(container.name)) check.duplicate(`${place}.name`, container.name);
      names.add(container.name);
    }
    checkContainer(check, container, place, context);
    // Init containers run one after the other: only those that run together compete for host ports.
    checkHostPorts(check, container.ports ?? [], `${place}.ports`, init ? new Set() : hostPorts);
    if (init && container.restartPolicy !== "Always") {
      for (const key of ["livenessProbe", "readinessProbe", "startupProbe", "lifecycle"] as const)
        if (container[key])
          check.forbidden(`${place}.${key}`, "may not be set for init containers without restartPolicy=Always");
    }
  }
}

function checkContainer(check: Check, container: Container, path: string, context: PodContext): void {
  const { image } = container;
  if (!image) check.required(`${path}.image`);
  else if (image !== image.trim())
    check.invalid(`${path}.image`, image, "must not have leading or trailing whitespace");
  check.oneOf(`${path}.terminationMessagePolicy`, container.terminationMessagePolicy, [
    "File",
    "FallbackToLogsOnError",
  ]);
  check.oneOf(`${path}.imagePullPolicy`, container.imagePullPolicy, ["Always", "IfNotPresent", "Never"]);
  checkPorts(check, container.ports ?? [], `${path}.ports`, context.hostNetwork);
  for (const [index, item] of (container.env ?? []).entries()) checkEnv(check, item, at(`${path}.env`, index));
  for (const [index, source] of (container.envFrom ?? []).entries()) {
    const place = at(`${path}.envFrom`, index);
    const sources = (["configMapRef", "secretRef"] as const).filter((key) => source[key]);
    if (sources.length === 0) check.invalid(place, "", "must specify one of: `configMapRef` or `secretRef`");
    if (sources.length > 1) check.invalid(place, "", "may not have more than one field specified at a time");
    for (const key of sources) if (!source[key]?.name) check.required(`${place}.${key}.name`);
  }
  checkMounts(check, container, path, context.volumes);
  checkResources(check, container.resources, `${path}.resources`);
  checkProbe(check, container.livenessProbe, `${path}.livenessProbe`, true);
  checkProbe(check, container.startupProbe, `${path}.startupProbe`, true);
  checkProbe(check, container.readinessProbe, `${path}.readinessProbe`, false);
  for (const key of ["postStart", "preStop"] as const) {
    const handler = container.lifecycle?.[key];
    if (handler) checkHandler(check, handler, `${path}.lifecycle.${key}`);
  }
  const { securityContext } = container;
  if (securityContext?.privileged === true && securityContext.allowPrivilegeEscalation === false)
    check.invalid(
      `${path}.securityContext`,
      securityContext,
      "cannot set `allowPrivilegeEscalation` to false and `privileged` to true",
    );
}

function checkPorts(check: Check, ports: readonly ContainerPort[], path: string, hostNetwork: boolean): void {
  const names = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const place = at(path, index);
    if (port.name) {
      const problems = portNameProblems(port.name);
      check.format(`${place}.name`, port.name, problems);
      if (problems.length === 0) {
        if (names.has(port.name)) check.duplicate(`${place}.name`, port.name);
        names.add(port.name);
      }
    }
    if (!port.containerPort) check.required(`${place}.containerPort`);
    else check.format(`${place}.containerPort`, port.containerPort, portNumberProblems(port.containerPort));
    if (port.hostPort) check.format(`${place}.hostPort`, port.hostPort, portNumberProblems(port.hostPort));
    check.oneOf(`${place}.protocol`, port.protocol, ["SCTP", "TCP", "UDP"]);
    if (hostNetwork && port.hostPort !== undefined && port.hostPort !== port.containerPort)
      check.invalid(`${place}.containerPort`, port.containerPort, "must match `hostPort` when `hostNetwork` is true");
  }
}

function checkHostPorts(check: Check, ports: readonly ContainerPort[], path: string, taken: Set<string>): void {
  for (const [index, port] of ports.entries()) {
    if (!port.hostPort) continue;
    const id = `${port.protocol ?? "TCP"}/${port.hostIP ?? ""}/${port.hostPort}`;
    if (taken.has(id)) check.duplicate(`${at(path, index)}.hostPort`, id);
    taken.add(id);
  }
}

function checkEnv(check: Check, item: EnvVar, path: string): void {
  check.name(`${path}.name`, item.name, environmentNameProblems);
  const { valueFrom } = item;
  if (!valueFrom) return;
  const place = `${path}.valueFrom`;
  const sources = (["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"] as const).filter(
    (key) => valueFrom[key],
  );
  if (sources.length === 0)
    check.invalid(
      place,
      "",
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
    );
  else if (item.value) check.invalid(place, "", "may not be specified when `value` is not empty");
  else if (sources.length > 1) check.invalid(place, "", "may not have more than one field specified at a time");
  for (const key of ["configMapKeyRef", "secretKeyRef"] as const) {
    const source = valueFrom[key];
    if (!source) continue;
    if (!source.name) check.required(`${place}.${key}.name`);
    if (!source.key) check.required(`${place}.${key}.key`);
  }
  if (valueFrom.fieldRef && !valueFrom.fieldRef.fieldPath) check.required(`${place}.fieldRef.fieldPath`);
}

function checkMounts(check: Check, container: Container, path: string, volumes: ReadonlySet<string>): void {
  const points = new Set<string>();
  for (const [index, mount] of (container.volumeMounts ?? []).entries()) {
    const place = at(`${path}.volumeMounts`, index);
    if (!mount.name) check.required(`${place}.name`);
    else if (!volumes.has(mount.name)) check.add(fieldErrors.notFound(`${place}.name`, mount.name));
    if (!mount.mountPath) check.required(`${place}.mountPath`);
    else if (points.has(mount.mountPath)) check.invalid(`${place}.mountPath`, mount.mountPath, "must be unique");
    points.add(mount.mountPath);
    if (mount.subPath && mount.subPathExpr)
      check.invalid(`${place}.subPathExpr`, mount.subPathExpr, "subPathExpr and subPath are mutually exclusive");
    for (const key of ["subPath", "subPathExpr"] as const) {
      const value = mount[key];
      if (!value) continue;
      if (value.startsWith("/")) check.invalid(`${place}.${key}`, value, "must be a relative path");
      if (value.split("/").includes("..")) check.invalid(`${place}.${key}`, value, "must not contain '..'");
    }
    if (mount.mountPropagation === "Bidirectional" && container.securityContext?.privileged !== true)
      check.forbidden(
        `${place}.mountPropagation`,
        "Bidirectional mount propagation is available only to privileged containers",
      );
  }
}

/** Requests and limits: names, signs, and requests within limits. */
export function checkResources(check: Check, resources: ResourceRequirements | undefined, path: string): void {
  for (const kind of ["limits", "requests"] as const)
    for (const [name, value] of Object.entries(resources?.[kind] ?? {})) {
      const place = keyed(`${path}.${kind}`, name);
      check.format(place, name, qualifiedNameProblems(name));
      if ((parseQuantity(value)?.nano ?? 0n) < 0n) check.invalid(place, value, "must be greater than or equal to 0");
    }
  const limits = resources?.limits ?? {};
  for (const [name, request] of Object.entries(resources?.requests ?? {})) {
    const limit = limits[name];
    const exact = name.includes("/") || name.startsWith("hugepages-");
    if (limit === undefined) {
      if (exact) check.required(keyed(`${path}.limits`, name), "Limit must be set for non overcommitable resources");
    } else if (exact && compareQuantities(request, limit) !== 0)
      check.invalid(`${path}.requests`, request, `must be equal to ${name} limit of ${limit}`);
    else if (compareQuantities(request, limit) > 0)
      check.invalid(`${path}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`);
  }
}

function checkProbe(check: Check, probe: Probe | undefined, path: string, once: boolean): void {
  if (!probe) return;
  checkHandler(check, probe, path);
  for (const key of [
    "initialDelaySeconds",
    "timeoutSeconds",
    "periodSeconds",
    "successThreshold",
    "failureThreshold",
  ] as const)
    check.nonNegative(`${path}.${key}`, probe[key]);
  if (probe.terminationGracePeriodSeconds !== undefined) {
    if (!once)
      check.invalid(
        `${path}.terminationGracePeriodSeconds`,
        probe.terminationGracePeriodSeconds,
        "must not be set for readinessProbes",
      );
    else if (probe.terminationGracePeriodSeconds <= 0)
      check.invalid(
        `${path}.terminationGracePeriodSeconds`,
        probe.terminationGracePeriodSeconds,
        "must be greater than 0",
      );
  }
  if (once && probe.successThreshold !== undefined && probe.successThreshold !== 1)
    check.invalid(`${path}.successThreshold`, probe.successThreshold, "must be 1");
}

function checkHandler(check: Check, handler: Probe | LifecycleHandler, path: string): void {
  const kinds = (["exec", "httpGet", "tcpSocket", "grpc", "sleep"] as const).filter(
    (key) => (handler as Record<string, unknown>)[key] !== undefined,
  );
  if (kinds.length === 0) check.required(path, "must specify a handler type");
  for (const kind of kinds.slice(1)) check.forbidden(`${path}.${kind}`, "may not specify more than 1 handler type");
  const { exec, httpGet, tcpSocket } = handler;
  if (exec && (exec.command ?? []).length === 0) check.required(`${path}.exec.command`);
  if (httpGet) {
    if (!httpGet.path) check.required(`${path}.httpGet.path`);
    checkPort(check, httpGet.port, `${path}.httpGet.port`);
    check.oneOf(`${path}.httpGet.scheme`, httpGet.scheme, ["HTTP", "HTTPS"]);
  }
  if (tcpSocket) checkPort(check, tcpSocket.port, `${path}.tcpSocket.port`);
}

/** A port by number or name. */
export function checkPort(check: Check, port: number | string | undefined, path: string): void {
  if (typeof port === "string") check.format(path, port, portNameProblems(port));
  else check.format(path, port ?? 0, portNumberProblems(port ?? 0));
}

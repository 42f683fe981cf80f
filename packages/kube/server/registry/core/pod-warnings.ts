import type { corev1 } from "@byocni/kube/schema";

/** Node labels that are old names of others. */
const oldNodeLabels: Readonly<Record<string, string>> = {
  "beta.kubernetes.io/arch": 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  "beta.kubernetes.io/os": 'deprecated since v1.14; use "kubernetes.io/os" instead',
  "failure-domain.beta.kubernetes.io/region": 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  "failure-domain.beta.kubernetes.io/zone": 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  "beta.kubernetes.io/instance-type": 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
};
const appArmorPrefix = "container.apparmor.security.beta.kubernetes.io/";
const seccompPod = "seccomp.security.alpha.kubernetes.io/pod";
const seccompPrefix = "container.seccomp.security.alpha.kubernetes.io/";
const criticalPod = "scheduler.alpha.kubernetes.io/critical-pod";

/**
 * What upstream warns about in a pod or in a template of pods.
 * @param at path of the object that has `metadata` and `spec`: "" or `spec.template`
 */
export function* podWarnings(
  { metadata, spec }: corev1.PodTemplateSpec,
  at: string,
): Generator<string, void, undefined> {
  const path = (rest: string): string => (at ? `${at}.${rest}` : rest);
  for (const label of Object.keys(spec?.nodeSelector ?? {})) {
    const advice = oldNodeLabels[label];
    if (advice) yield `${path("spec")}.nodeSelector[${label}]: ${advice}`;
  }
  yield* affinityWarnings(spec, path("spec"));
  for (const annotation of Object.keys(metadata?.annotations ?? {})) {
    const field = `${path("metadata")}.annotations[${annotation}]`;
    if (annotation === criticalPod)
      yield `${field}: non-functional in v1.16+; use the "priorityClassName" field instead`;
    else if (annotation.startsWith(appArmorPrefix) && isUnlessSet(spec, annotation.slice(appArmorPrefix.length)))
      yield `${field}: deprecated since v1.30; use the "appArmorProfile" field instead`;
    else if (annotation === seccompPod || annotation.startsWith(seccompPrefix))
      yield `${field}: non-functional in v1.27+; use the "seccompProfile" field instead`;
  }
  for (const [index, volume] of (spec?.volumes ?? []).entries())
    if (volume.gitRepo)
      yield `${path("spec")}.volumes[${index}].gitRepo: deprecated in v1.11, and disabled by default in v1.33+`;
  yield* containerWarnings(spec, path("spec"));
}

function isUnlessSet(spec: corev1.PodSpec | undefined, container: string): boolean {
  if (spec?.securityContext?.appArmorProfile) return false;
  const all = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  return !all.some(({ name, securityContext }) => name === container && securityContext?.appArmorProfile);
}

function* affinityWarnings(spec: corev1.PodSpec | undefined, path: string): Generator<string, void, undefined> {
  const affinity = spec?.affinity?.nodeAffinity;
  const base = `${path}.affinity.nodeAffinity`;
  const required = affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  const terms = [
    ...required.map(
      (term, index) =>
        [term, `${base}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${index}]`] as const,
    ),
    ...preferred.map(
      ({ preference }, index) =>
        [preference, `${base}.preferredDuringSchedulingIgnoredDuringExecution[${index}].preference`] as const,
    ),
  ];
  for (const [term, at] of terms)
    for (const [index, { key }] of (term?.matchExpressions ?? []).entries()) {
      const advice = oldNodeLabels[key];
      if (advice) yield `${at}.matchExpressions[${index}].key: ${key} is ${advice}`;
    }
}

function* containerWarnings(spec: corev1.PodSpec | undefined, path: string): Generator<string, void, undefined> {
  for (const list of ["initContainers", "containers"] as const)
    for (const [index, container] of (spec?.[list] ?? []).entries()) {
      const seen = new Set<string>();
      for (const [position, { name }] of (container.env ?? []).entries()) {
        if (seen.has(name))
          yield `${path}.${list}[${index}].env[${position}]: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`;
        seen.add(name);
      }
    }
}

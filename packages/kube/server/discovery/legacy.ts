import { apiVersionOf, type ResourceDefinition } from "@byocni/kube/schema";
import { type Discoverable, type GroupVersions, groupVersions } from "./group-versions.ts";

/** `GET /api` */
export function apiVersions(serverAddress: string): object {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}

/** `GET /apis` */
export function apiGroupList(served: Discoverable): object {
  const groups = groupVersions(served).filter(({ group }) => group !== "");
  return { kind: "APIGroupList", apiVersion: "v1", groups: groups.map(groupOf) };
}

/** `GET /apis/{group}`; undefined for a group that is not served. */
export function apiGroup(served: Discoverable, name: string): object | undefined {
  const found = groupVersions(served).find(({ group }) => group === name);
  return found && { kind: "APIGroup", apiVersion: "v1", ...groupOf(found) };
}

/** `GET /api/v1`, `GET /apis/{group}/{version}`; undefined for what is not served. */
export function apiResourceList(served: Discoverable, group: string, version: string): object | undefined {
  const found = groupVersions(served)
    .find((item) => item.group === group)
    ?.versions.find((item) => item.version === version);
  return (
    found && {
      kind: "APIResourceList",
      ...(group ? { apiVersion: "v1" } : {}),
      groupVersion: apiVersionOf({ group, version }),
      resources: found.resources.flatMap(resourcesOf),
    }
  );
}

function groupOf({ group, versions }: GroupVersions): object {
  const listed = versions.map(({ version }) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  return { name: group, versions: listed, preferredVersion: listed[0] };
}

function resourcesOf(definition: ResourceDefinition): readonly object[] {
  const { plural, singular, namespaced, kind, verbs, shortNames, categories } = definition;
  return [
    {
      name: plural,
      singularName: singular,
      namespaced,
      kind,
      verbs,
      ...(shortNames.length > 0 ? { shortNames } : {}),
      ...(categories.length > 0 ? { categories } : {}),
    },
    ...definition.subresources.map((subresource) => ({
      name: `${plural}/${subresource.name}`,
      singularName: "",
      namespaced,
      ...(subresource.group === definition.group && subresource.version === definition.version
        ? {}
        : { group: subresource.group, version: subresource.version }),
      kind: subresource.kind,
      verbs: subresource.verbs,
    })),
  ];
}

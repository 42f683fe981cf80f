import type { Volume } from "../model/core-v1.gen.ts";
import { at } from "./check.ts";
import type { Check } from "./check.ts";
import { dnsLabelProblems } from "./names.ts";

const hostPathTypes = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

/** `volumes` of a pod. @returns the names that can be mounted. */
export function checkVolumes(check: Check, volumes: readonly Volume[], path: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [index, volume] of volumes.entries()) {
    const place = at(path, index);
    check.name(`${place}.name`, volume.name, dnsLabelProblems);
    if (names.has(volume.name)) check.duplicate(`${place}.name`, volume.name);
    names.add(volume.name);
    checkSource(check, volume, place);
  }
  return names;
}

function checkSource(check: Check, volume: Volume, path: string): void {
  const kinds = Object.keys(volume).filter((key) => key !== "name");
  if (kinds.length === 0) check.required(path, "must specify a volume type");
  for (const kind of kinds.slice(1)) check.forbidden(`${path}.${kind}`, "may not specify more than 1 volume type");
  const { hostPath, secret, configMap, persistentVolumeClaim, nfs, csi, projected, emptyDir } = volume;
  if (hostPath) {
    if (!hostPath.path) check.required(`${path}.hostPath.path`);
    else if (hostPath.path.split("/").includes(".."))
      check.invalid(`${path}.hostPath.path`, hostPath.path, "must not contain '..'");
    if (hostPath.type !== undefined && !hostPathTypes.includes(hostPath.type))
      check.oneOf(`${path}.hostPath.type`, hostPath.type, hostPathTypes);
  }
  if (secret && !secret.secretName) check.required(`${path}.secret.secretName`);
  if (configMap && !configMap.name) check.required(`${path}.configMap.name`);
  if (persistentVolumeClaim && !persistentVolumeClaim.claimName)
    check.required(`${path}.persistentVolumeClaim.claimName`);
  if (csi && !csi.driver) check.required(`${path}.csi.driver`);
  if (nfs) {
    if (!nfs.server) check.required(`${path}.nfs.server`);
    if (!nfs.path) check.required(`${path}.nfs.path`);
    else if (!nfs.path.startsWith("/")) check.invalid(`${path}.nfs.path`, nfs.path, "must be an absolute path");
  }
  for (const [key, source] of Object.entries({ secret, configMap, projected }))
    checkMode(check, source?.defaultMode, `${path}.${key}.defaultMode`);
  for (const [key, items] of Object.entries({ secret: secret?.items, configMap: configMap?.items }))
    for (const [index, item] of (items ?? []).entries()) {
      const place = at(`${path}.${key}.items`, index);
      if (!item.key) check.required(`${place}.key`);
      if (!item.path) check.required(`${place}.path`);
      else if (item.path.startsWith("/")) check.invalid(`${place}.path`, item.path, "must be a relative path");
      else if (item.path.split("/").includes("..")) check.invalid(`${place}.path`, item.path, "must not contain '..'");
      checkMode(check, item.mode, `${place}.mode`);
    }
  if (emptyDir?.sizeLimit?.startsWith("-"))
    check.forbidden(`${path}.emptyDir.sizeLimit`, "SizeLimit field must be a valid resource quantity");
}

function checkMode(check: Check, mode: number | undefined, path: string): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777))
    check.invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

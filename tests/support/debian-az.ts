import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Debian's az 2.45 was built against another snapshot of the Python SDK: every `az network` and `az role` command dies
 * before it sends anything. This module repairs the three places when they are loaded; nothing of the system's az is
 * changed.
 */
const siteCustomize = `
import functools
import importlib.abc
import importlib.util
import sys

def repair(module):
    if module.__name__ == "azure.cli.core.profiles._shared":
        # The packaged SDK holds this version of the network API, and not the one that az asks for.
        module.AZURE_API_PROFILES["latest"][module.ResourceType.MGMT_NETWORK] = "2022-07-01"
        return
    for value in list(vars(module).values()):
        if not isinstance(value, type) or not value.__name__.endswith("Operations"):
            continue
        if not hasattr(value, "config"):
            value.config = property(lambda self: self._config)
        if value.__name__ == "RoleAssignmentsOperations" and "create" in vars(value):
            value.create = without_custom_headers(value.create)

def without_custom_headers(create):
    @functools.wraps(create)
    def call(*args, custom_headers=None, **kwargs):
        return create(*args, **kwargs)
    return call

def concerns(name):
    parts = name.split(".")
    return name == "azure.cli.core.profiles._shared" or (
        parts[:3] == ["azure", "mgmt", "authorization"] and parts[-1] in ("operations", "_operations")
    )

class Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if not concerns(name):
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if spec and spec.loader:
            run = spec.loader.exec_module
            def exec_module(module):
                run(module)
                repair(module)
            spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Finder())
`;

/** Writes the repair below `folder`. @returns the folder for PYTHONPATH */
export function writeDebianAzRepair(folder: string): string {
  const path = join(folder, "debian-az");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "sitecustomize.py"), siteCustomize);
  return path;
}

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { builtinResources } from "../registry/builtin-resources.ts";
import { typeData } from "../data/types.gen.ts";
import { createTypeTable } from "./create-type-table.ts";
import type { TypeRef } from "./type-table.ts";

const table = createTypeTable();

describe("type table", () => {
  it("folds inline structs into their owner and keeps them apart on the wire", () => {
    const volume = table.get("core/v1.Volume");
    expect([...volume.fields.keys()]).toContain("hostPath");
    expect(volume.wire.get(2)).toEqual({ kind: "inline", struct: "core/v1.VolumeSource" });
  });

  it("tells the two list key families of ports apart", () => {
    const ports = table.get("core/v1.Container").fields.get("ports");
    expect(ports).toMatchObject({ listMapKeys: ["containerPort", "protocol"], patchMergeKey: "containerPort" });
  });

  it("knows pointers, defaults, enums and atomic structs", () => {
    expect(table.get("core/v1.PodSpec").fields.get("hostUsers")?.pointer).toBe(true);
    expect(table.get("core/v1.ServicePort").fields.get("protocol")).toMatchObject({
      default: "TCP",
      enum: ["TCP", "UDP", "SCTP"],
    });
    expect(table.get("meta/v1.LabelSelector").atomic).toBe(true);
    expect(table.get("apps/v1.Deployment").openApiName).toBe("io.k8s.api.apps.v1.Deployment");
  });

  it("answers undefined for unknown names, inherited ones included", () => {
    for (const name of ["core/v1.Nothing", "core/v1.constructor", "nothing/v1.Pod", "Pod", ""])
      expect(table.find(name)).toBeUndefined();
  });

  it("resolves every reference of every type", () => {
    const missing: string[] = [];
    const visit = (owner: string, type: TypeRef): void => {
      if (type.kind === "struct" && !table.find(type.name)) missing.push(`${owner} → ${type.name}`);
      else if (type.kind === "list" || type.kind === "map") visit(owner, type.of);
    };
    for (const pkg of Object.keys(typeData))
      for (const name of table.names(pkg))
        for (const field of table.get(name).fields.values()) visit(`${name}.${field.name}`, field.type);
    expect(missing).toEqual([]);
  });
});

describe("built-in resources", () => {
  const resources = builtinResources();
  it("name their types, and no short name twice in one group", () => {
    for (const resource of resources) {
      expect(table.find(resource.typeName ?? ""), resource.plural).toBeDefined();
      for (const sub of resource.subresources)
        if (sub.typeName !== undefined) expect(table.find(sub.typeName), sub.name).toBeDefined();
    }
    const short = resources.flatMap((resource) =>
      resource.shortNames.map((name) => `${resource.group}/${resource.version}/${name}`),
    );
    expect(new Set(short).size).toBe(short.length);
  });

  it("have a watch wherever they have a list", () => {
    for (const resource of resources)
      if (resource.verbs.includes("list")) expect(resource.verbs, resource.plural).toContain("watch");
  });
});

const shared =
  process.env["BYOCNI_SHARED"] ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../../../shared");
const markers = path.join(shared, "facts/kube/merge-keys.json");

describe.skipIf(!existsSync(markers))("marker table (needs the shared fact files)", () => {
  it("agrees with the markers of the published OpenAPI document", () => {
    const { types } = JSON.parse(readFileSync(markers, "utf8")) as {
      types: Record<string, Record<string, { listType?: string; listMapKeys?: string[]; patchMergeKey?: string }>>;
    };
    const byOpenApi = new Map(
      Object.keys(typeData).flatMap((pkg) =>
        table.names(pkg).map((name) => [table.get(name).openApiName, name] as const),
      ),
    );
    const wrong: string[] = [];
    let compared = 0;
    for (const [openApiName, fields] of Object.entries(types)) {
      const name = byOpenApi.get(openApiName);
      if (!name) continue;
      for (const [fieldName, marks] of Object.entries(fields)) {
        if (fieldName === "$self") continue;
        const field = table.get(name).fields.get(fieldName);
        // An alpha field that changed its key between the document and the declarations.
        if (!field || fieldName === "nodeAllocatableResourceClaimStatuses") continue;
        compared++;
        if ((marks.patchMergeKey ?? "") !== (field.patchMergeKey ?? "")) wrong.push(`${name}.${fieldName} smp`);
        if ((marks.listMapKeys ?? []).join() !== (field.listMapKeys ?? []).join())
          wrong.push(`${name}.${fieldName} ssa`);
      }
    }
    expect(compared).toBeGreaterThan(250);
    expect(wrong).toEqual([]);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { createKubeSchema } from "./create-kube-schema.ts";
import { formatFieldError } from "./errors/field-error.ts";
import type { ResourceSchema } from "./kube-schema.ts";
import { apiVersionOf } from "./registry/resource-definition.ts";

const shared =
  process.env["BYOCNI_SHARED"] ?? path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../../../shared");
const folder = path.join(shared, "corpus/cni");
const files = existsSync(folder) ? readdirSync(folder).filter((name) => /\.ya?ml$/.test(name)) : [];

interface Body {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly items?: readonly Body[];
}

function bodiesOf(file: string): Body[] {
  return parseAllDocuments(readFileSync(path.join(folder, file), "utf8"))
    .map((document) => document.toJS() as Body | null)
    .filter((body): body is Body => body?.kind !== undefined && body.apiVersion !== undefined)
    .flatMap((body) => (body.kind === "List" ? (body.items ?? []) : [body]));
}

describe.skipIf(files.length === 0)("manifests of real CNI plugins (needs the shared corpus)", () => {
  const schema = createKubeSchema();
  const manifests = files.map((file) => [file, bodiesOf(file)] as const).filter(([, bodies]) => bodies.length > 0);
  const known = new Map<string, ResourceSchema>(
    schema.resources.map((item) => [`${apiVersionOf(item)}/${item.kind}`, schema.of(item)]),
  );
  const crds = known.get("apiextensions.k8s.io/v1/CustomResourceDefinition");
  for (const body of manifests.flatMap(([, bodies]) => bodies))
    if (crds && body.kind === "CustomResourceDefinition")
      for (const made of schema.ofCustom(crds.decode(body, { fieldValidation: "Ignore" }).object))
        known.set(`${apiVersionOf(made.definition)}/${made.definition.kind}`, made);

  it.each(manifests)("%s is accepted whole", (_file, bodies) => {
    const problems: string[] = [];
    for (const body of bodies) {
      const of = known.get(`${body.apiVersion}/${body.kind}`);
      // Custom resources whose definitions come from elsewhere.
      if (!of) continue;
      const { object, warnings } = of.decode(body, { fieldValidation: "Warn" });
      const filled = of.withDefaults(object);
      // As the server does: the namespace of the request counts, and cluster-wide objects have none.
      const { namespace, ...metadata } = filled.metadata;
      const placed = {
        ...filled,
        metadata: of.definition.namespaced ? { ...metadata, namespace: namespace ?? "default" } : metadata,
      };
      problems.push(
        ...warnings,
        ...of.validateCreate(placed).map((error) => `${body.kind} ${body.metadata.name}: ${formatFieldError(error)}`),
      );
      // What is stored must read back as it is.
      expect(of.withDefaults(of.decode(placed, { fieldValidation: "Strict" }).object)).toEqual(placed);
    }
    expect(problems).toEqual([]);
  });
});

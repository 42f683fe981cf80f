import { type CheckOptions, checkCluster } from "../check-cluster.ts";
import type { Finding } from "../rule.ts";
import { clusterFactsOf } from "./template-facts.ts";
import { type TemplateResource, childrenOf, ofType } from "./template-resource.ts";
import { subnetsInTemplate } from "./template-subnets.ts";

const clusterType = "Microsoft.ContainerService/managedClusters";

/** A finding with the resource of the template to whose body its path belongs. */
export interface TemplateFinding<Resource extends TemplateResource = TemplateResource> extends Finding {
  readonly resource: Resource;
}

/**
 * Checks the clusters and node pools of an evaluated template, offline: what the template says of networks, security
 * groups and routes is taken into account; what lies outside of it, or is known only at run time, gives no finding.
 */
export function checkTemplate<Resource extends TemplateResource>(
  resources: readonly Resource[],
  options: Pick<CheckOptions, "except"> = {},
): readonly TemplateFinding<Resource>[] {
  const subnets = subnetsInTemplate(resources);
  const findings: TemplateFinding<Resource>[] = [];
  for (const cluster of ofType(resources, clusterType) as readonly Resource[]) {
    const pools = childrenOf(resources, cluster, `${clusterType}/agentPools`) as readonly Resource[];
    const facts = clusterFactsOf(cluster, pools, subnets);
    findings.push(...checkCluster(facts, options).map((finding) => ({ ...finding, resource: cluster })));
    const inline = facts.pools.length - pools.length;
    for (const [index, resource] of pools.entries()) {
      const subject = facts.pools[inline + index];
      const only = { ...facts, pools: facts.pools.map((pool) => ({ ...pool, subject: pool === subject })) };
      findings.push(
        ...checkCluster(only, { ...options, about: "pool" })
          // The version of the cluster was looked at with the cluster.
          .filter(({ path }) => path !== "properties.kubernetesVersion")
          .map((finding) => ({ ...finding, resource })),
      );
    }
  }
  return findings;
}

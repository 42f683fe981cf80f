import { nodeSubnet, subjects } from "../facts.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  nextHop: {
    status: 400,
    code: "RouteTableInvalidNextHop",
    message:
      "Default route 0.0.0.0/0 has a next hop of {nextHop} but only next hops of VirtualAppliance or VirtualNetworkGateway are allowed. Please see http://aka.ms/aks/outboundtype for more details",
    when: "always",
    source: "hashicorp/terraform-provider-azurerm#8609",
  },
  noSubnet: {
    status: 400,
    code: "ByocniOutboundNeedsSubnet",
    message: "outboundType {outboundType} needs a subnet of your own: pool {pool} names no vnetSubnetID.",
    when: "current",
    source: "https://learn.microsoft.com/azure/aks/egress-outboundtype; AKS's own code is not public",
  },
  noRoute: {
    status: 400,
    code: "ByocniOutboundRouteMissing",
    message: "outboundType userDefinedRouting needs a route for 0.0.0.0/0 on the subnet {subnet}.",
    when: "current",
    source: "https://learn.microsoft.com/azure/aks/egress-outboundtype, Azure/AKS#1842; AKS's own code is not public",
  },
} as const satisfies Record<string, RefusalRow>;

export const outboundRoutes: Rule = {
  id: "outbound-routes",
  title: "With userDefinedRouting the subnet has a default route",
  severity: "error",
  why: "AKS then sets up no way out: nodes that cannot reach the Internet do not come up.",
  source: "https://learn.microsoft.com/azure/aks/egress-outboundtype; Azure/AKS#1842",
  fix: "Put a route table with 0.0.0.0/0 to a VirtualAppliance or VirtualNetworkGateway on the subnet before the cluster is made.",
  about: "pool",
  refusals,
  *check(facts) {
    if (facts.network.outboundType !== "userDefinedRouting") return;
    for (const pool of subjects(facts)) {
      const path = `${pool.path}.vnetSubnetID`;
      if (pool.subnetId === undefined) {
        yield {
          message: `outboundType is userDefinedRouting and pool ${pool.name} has no subnet of its own.`,
          path,
          refusal: refuse(
            refusals.noSubnet,
            { outboundType: "userDefinedRouting", pool: pool.name },
            "networkProfile.outboundType",
          ),
        };
        continue;
      }
      const subnet = nodeSubnet(facts, pool);
      if (!subnet) continue;
      const route = subnet.routeTable?.routes.find(({ prefix }) => prefix === "0.0.0.0/0");
      if (!route)
        yield {
          message: `outboundType is userDefinedRouting and the subnet ${subnet.name} has ${subnet.routeTable ? "a route table without" : "no route table with"} a route for 0.0.0.0/0.`,
          path,
          refusal: refuse(refusals.noRoute, { subnet: subnet.name }, "networkProfile.outboundType"),
        };
      else if (route.nextHopType !== "VirtualAppliance" && route.nextHopType !== "VirtualNetworkGateway")
        yield {
          message: `The route for 0.0.0.0/0 of the subnet ${subnet.name} leads to ${route.nextHopType}.`,
          path,
          refusal: refuse(refusals.nextHop, { nextHop: route.nextHopType }, "networkProfile.outboundType"),
        };
    }
  },
};

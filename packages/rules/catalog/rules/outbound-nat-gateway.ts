import { nodeSubnet, subjects } from "../facts.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  managedOnOwn: {
    status: 400,
    code: "InvalidParameter",
    message: "Outbound type is managedNATGateway but agent pool '{pool}' is using custom VNet, which is not allowed.",
    when: "always",
    source: "MicrosoftDocs/azure-docs#83858, kubernetes-sigs/cluster-api-provider-azure#5429",
  },
  noGateway: {
    status: 400,
    code: "ByocniOutboundNatGatewayMissing",
    message: "outboundType userAssignedNATGateway needs a NAT gateway on the subnet of pool {pool}.",
    when: "current",
    source: "https://learn.microsoft.com/azure/aks/egress-outboundtype; AKS's own code is not public",
  },
} as const satisfies Record<string, RefusalRow>;

export const outboundNatGateway: Rule = {
  id: "outbound-nat-gateway",
  title: "The NAT gateway fits the subnet",
  severity: "error",
  why: "AKS makes a NAT gateway in a VNet of its own only; a subnet of yours needs yours.",
  source: "https://learn.microsoft.com/azure/aks/egress-outboundtype",
  fix: "managedNATGateway without vnetSubnetID, or userAssignedNATGateway with a subnet that has a NAT gateway.",
  about: "pool",
  refusals,
  *check(facts) {
    const { outboundType } = facts.network;
    for (const pool of subjects(facts)) {
      const path = `${pool.path}.vnetSubnetID`;
      if (outboundType === "managedNATGateway" && pool.subnetId !== undefined)
        yield {
          message: `outboundType is managedNATGateway and pool ${pool.name} has a subnet of its own.`,
          path,
          refusal: refuse(refusals.managedOnOwn, { pool: pool.name }, "properties.vnetSubnetID"),
        };
      if (outboundType !== "userAssignedNATGateway") continue;
      const subnet = pool.subnetId === undefined ? undefined : nodeSubnet(facts, pool);
      if (pool.subnetId !== undefined && (!subnet || subnet.natGatewayId !== undefined)) continue;
      yield {
        message:
          pool.subnetId === undefined
            ? `outboundType is userAssignedNATGateway and pool ${pool.name} has no subnet of its own.`
            : `outboundType is userAssignedNATGateway and the subnet ${subnet?.name} has no NAT gateway.`,
        path,
        refusal: refuse(refusals.noGateway, { pool: pool.name }, "networkProfile.outboundType"),
      };
    }
  },
};

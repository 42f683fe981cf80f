import { nodeSubnet, subjects } from "../facts.ts";
import { type Rule, type RefusalRow, refuse } from "../rule.ts";

const refusals = {
  delegated: {
    status: 400,
    code: "SubnetIsDelegated",
    message:
      "AgentPoolProfile subnet with id {id} cannot be used as it's a delegated subnet. Please check https://aka.ms/adv-network-prerequest for more details.",
    when: "always",
    source: "Microsoft support article on SubnetIsDelegated",
  },
} as const satisfies Record<string, RefusalRow>;

export const subnetDelegated: Rule = {
  id: "subnet-delegated",
  title: "The node subnet is not delegated",
  severity: "error",
  why: "A delegated subnet belongs to the service that it is delegated to: nobody else's machines can be put there.",
  source: "https://learn.microsoft.com/azure/aks/use-byo-cni (prerequisites)",
  fix: "Use another subnet, or take the delegation away.",
  about: "pool",
  refusals,
  *check(facts) {
    for (const pool of subjects(facts)) {
      const subnet = nodeSubnet(facts, pool);
      if (!subnet || subnet.delegations.length === 0) continue;
      yield {
        message: `The subnet ${subnet.name} of pool ${pool.name} is delegated to ${subnet.delegations.join(", ")}.`,
        path: `${pool.path}.vnetSubnetID`,
        refusal: refuse(refusals.delegated, { id: subnet.id }, "agentPoolProfile.vnetSubnetID"),
      };
    }
  },
};

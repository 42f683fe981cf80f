/** A rule of a network security group, its singular and plural members joined. */
export interface SecurityRuleFacts {
  readonly name: string;
  readonly priority: number;
  readonly direction: "Inbound" | "Outbound";
  readonly access: "Allow" | "Deny";
  /** `Tcp`, `Udp`, `Icmp`, `Esp`, `Ah` or `*`. */
  readonly protocol: string;
  /** Ranges, addresses, service tags or `*`. */
  readonly sources: readonly string[];
  readonly sourcePorts: readonly string[];
  readonly destinations: readonly string[];
  /** `443`, `1000-2000` or `*`. */
  readonly destinationPorts: readonly string[];
}

type DefaultRule = readonly [
  name: string,
  priority: number,
  direction: SecurityRuleFacts["direction"],
  access: SecurityRuleFacts["access"],
  source: string,
  destination: string,
  description: string,
];

/** What every network security group ends with (Azure documentation, "Network security groups: default rules"). */
export const defaultSecurityRules: readonly DefaultRule[] = [
  [
    "AllowVnetInBound",
    65000,
    "Inbound",
    "Allow",
    "VirtualNetwork",
    "VirtualNetwork",
    "Allow inbound traffic from all VMs in VNET",
  ],
  [
    "AllowAzureLoadBalancerInBound",
    65001,
    "Inbound",
    "Allow",
    "AzureLoadBalancer",
    "*",
    "Allow inbound traffic from azure load balancer",
  ],
  ["DenyAllInBound", 65500, "Inbound", "Deny", "*", "*", "Deny all inbound traffic"],
  [
    "AllowVnetOutBound",
    65000,
    "Outbound",
    "Allow",
    "VirtualNetwork",
    "VirtualNetwork",
    "Allow outbound traffic from all VMs to all VMs in VNET",
  ],
  [
    "AllowInternetOutBound",
    65001,
    "Outbound",
    "Allow",
    "*",
    "Internet",
    "Allow outbound traffic from all VMs to Internet",
  ],
  ["DenyAllOutBound", 65500, "Outbound", "Deny", "*", "*", "Deny all outbound traffic"],
];

/** The default rules in the form of the others. */
export const defaultRuleFacts: readonly SecurityRuleFacts[] = defaultSecurityRules.map(
  ([name, priority, direction, access, source, destination]) => ({
    name,
    priority,
    direction,
    access,
    protocol: "*",
    sources: [source],
    sourcePorts: ["*"],
    destinations: [destination],
    destinationPorts: ["*"],
  }),
);

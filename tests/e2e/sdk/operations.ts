interface Row {
  readonly what: string;
  /** A refusal is its status and code. */
  readonly expected: unknown;
}

/** What programs with an Azure SDK do, and what they must see: by the member in which they print it, in order. */
const rows = {
  group: { what: "Make a resource group", expected: ["sdk", "eastus", "Succeeded"] },
  environment: { what: "Sign in with DefaultAzureCredential, nothing else said", expected: true },
  certificate: { what: "Sign in with a certificate", expected: true },
  vnet: { what: "Make a virtual network with a subnet", expected: ["Succeeded", 1] },
  defaultRules: { what: "Make a network security group; see its default rules", expected: 6 },
  subnet: { what: "Make a subnet with a security group and a route table", expected: ["nsg", "routes"] },
  subnets: { what: "List subnets", expected: ["more", "nodes"] },
  overlap: { what: "Make a subnet that overlaps", expected: [400, "NetcfgSubnetRangesOverlap"] },
  noNetwork: { what: "Read a network that is not there", expected: [404, "ResourceNotFound"] },
  role: { what: "Make a managed identity and give it a role", expected: ["Network Contributor", true] },
  managedIdentity: { what: "Sign in as a managed identity; read what its role lets it", expected: ["more", "nodes"] },
  notAllowed: { what: "Delete the group as an identity that may not", expected: [403, "AuthorizationFailed"] },
  whatIf: { what: "Ask what a deployment would do", expected: ["Create"] },
  validated: { what: "Validate a template", expected: 1 },
  deployment: { what: "Deploy a template; read its outputs", expected: ["Succeeded", "10.2.0.0/16"] },
  whatIfAgain: { what: "Ask again: nothing would change", expected: ["NoChange"] },
  invalid: { what: "Deploy a template without a parameter that it needs", expected: [400, "InvalidTemplate"] },
  cluster: { what: "Make a cluster without a network plugin", expected: ["Succeeded", "none", 2] },
  quick: { what: "Wait for it no longer than it takes", expected: true },
  clusters: { what: "List clusters", expected: ["cluster"] },
  pool: { what: "Add a node pool", expected: ["User", "Succeeded"] },
  pools: { what: "List node pools", expected: ["nodepool1", "work"] },
  machines: { what: "List machines", expected: 2 },
  kubeconfig: { what: "Get credentials", expected: ["clusterUser", true] },
  upgrades: { what: "See the upgrades", expected: true },
  readBack: { what: "Send the cluster back with a tag more", expected: "test" },
  power: { what: "Stop and start the cluster", expected: "Running" },
  subnetInUse: { what: "Delete the subnet of nodes", expected: [400, "InUseSubnetCannotBeDeleted"] },
  missing: { what: "Read a cluster that is not there", expected: [404, "ResourceNotFound"] },
  tooSmall: { what: "Make a cluster of machines that are too small", expected: [400, "SystemPoolSkuTooLow"] },
  afterDelete: { what: "Delete the cluster", expected: [] },
  groupExists: { what: "Delete the group", expected: false },
} as const satisfies Readonly<Record<string, Row>>;

export type Operation = keyof typeof rows;

export const operations: readonly (Row & { readonly name: Operation })[] = (Object.keys(rows) as Operation[]).map(
  (name) => ({ name, ...rows[name] }),
);

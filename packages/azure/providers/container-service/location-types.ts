import type { ComputedType } from "@byocni/azure/arm";
import { managedClusterVersions, versionsSince } from "./api-versions.ts";
import { newestImage, nodeImageOf } from "./node-image.ts";

/** `locations/osOptions/default`: the systems of nodes, and of which there are images for FIPS. */
export const osOptions: ComputedType = {
  kind: "computed",
  name: "locations/osOptions",
  scopes: ["subscription"],
  apiVersions: versionsSince("2021-03-01"),
  get: ({ scope, names }) =>
    names.at(-1)?.toLowerCase() === "default" && "text" in scope
      ? {
          id: scope.text,
          name: "default",
          type: "Microsoft.ContainerService/locations/osOptions",
          properties: {
            osOptionPropertyList: [
              { osType: "Linux", enableFipsImage: true },
              { osType: "Windows", enableFipsImage: false },
            ],
          },
        }
      : undefined,
};

/** `locations/nodeImageVersions`: the newest image of each system. */
export const nodeImageVersions: ComputedType = {
  kind: "computed",
  name: "locations/nodeImageVersions",
  scopes: ["subscription"],
  apiVersions: managedClusterVersions,
  list: () => ({
    value: [
      ["1.34.0", "Ubuntu"],
      ["1.35.0", "Ubuntu"],
      ["1.35.0", "AzureLinux"],
    ].map(([version = "", sku = ""]) => {
      const fullName = nodeImageOf(version, sku);
      const [os = "", image = ""] = fullName.split("-");
      return { os, sku: image, version: newestImage, fullName };
    }),
  }),
};

/** Clusters of a subscription in a region, at most (AKS documentation, "quotas and regional limits"). */
const clusterLimit = 5000;

/** `locations/usages`: how many clusters there are of those that there may be. */
export const usages: ComputedType = {
  kind: "computed",
  name: "locations/usages",
  scopes: ["subscription"],
  apiVersions: managedClusterVersions,
  async list({ names, scope }, { resources }) {
    const subscription = "subscriptionId" in scope ? scope.subscriptionId : undefined;
    const region = names[0]?.toLowerCase();
    const clusters = await resources.list({
      type: "Microsoft.ContainerService/managedClusters",
      ...(subscription === undefined ? {} : { within: `/subscriptions/${subscription}` }),
    });
    return {
      value: [
        {
          currentValue: clusters.filter(({ location }) => location === region).length,
          limit: clusterLimit,
          unit: "Count",
          name: { value: "ManagedClusters", localizedValue: "Managed Clusters" },
        },
      ],
    };
  },
};

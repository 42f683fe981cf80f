import { describe, expect, it } from "vitest";
import { plainStyles } from "./output.ts";
import { type ResourceChange, whatIfLines } from "./what-if.ts";

const group = "/subscriptions/s/resourceGroups/g";
const vnet = `${group}/providers/Microsoft.Network/virtualNetworks/v`;

describe("whatIfLines", () => {
  it("shows the gravest changes first, with the paths that change", () => {
    const changes: readonly ResourceChange[] = [
      { resourceId: `${group}/providers/A/b/same`, changeType: "NoChange", before: { apiVersion: "1" } },
      { resourceId: `${group}/providers/A/b/left`, changeType: "Ignore", before: { apiVersion: "1" } },
      { resourceId: `${group}/providers/A/b/odd`, changeType: "Unsupported", unsupportedReason: "no such type" },
      {
        resourceId: vnet,
        changeType: "Modify",
        before: { apiVersion: "2021-02-01" },
        delta: [
          { path: "tags.Owner", propertyChangeType: "Delete", before: "Team A" },
          { path: "properties.count", propertyChangeType: "Modify", before: 2, after: 4 },
          {
            path: "properties.list",
            propertyChangeType: "Array",
            children: [
              { path: "0", propertyChangeType: "Create", after: { name: "x" } },
              {
                path: "1",
                propertyChangeType: "Modify",
                children: [{ path: "size", propertyChangeType: "NoEffect", after: "s" }],
              },
            ],
          },
          { path: "properties.mixed", propertyChangeType: "Modify", before: { a: 1 }, after: [] },
        ],
      },
      {
        resourceId: `${group}/providers/A/b/new`,
        changeType: "Create",
        after: { apiVersion: "2", location: "eastus", properties: { deep: { list: [1] }, empty: {} } },
      },
      { resourceId: `${group}/providers/A/b/gone`, changeType: "Delete", before: { location: "eastus" } },
    ];
    expect(`\n${whatIfLines(changes, plainStyles).join("\n")}\n`).toBe(`
Resource and property changes are indicated with these symbols:
  - Delete
  + Create
  ~ Modify
  x NoEffect
  = Nochange
  x Unsupported
  * Ignore

The deployment will update the following scope:

Scope: /subscriptions/s/resourceGroups/g

  - A/b/gone

      location: "eastus"

  + A/b/new [2]

      apiVersion:       "2"
      location:         "eastus"
      properties.deep.list: [
        0: 1
      ]
      properties.empty: {}

  ~ Microsoft.Network/virtualNetworks/v [2021-02-01]
    - tags.Owner:       "Team A"
    ~ properties.count: 2 => 4
    ~ properties.list: [
      + 0:

          name: "x"

      ~ 1:

          x size: "s"

      ]
    ~ properties.mixed:

        a: 1

    => []

  = A/b/same [1]

  x A/b/odd
    no such type

  * A/b/left [1]

Resource changes: 1 to delete, 1 to create, 1 to modify, 1 no change, 1 unsupported, 1 to ignore.
`);
  });

  // MicrosoftDocs/azure-docs articles/azure-resource-manager/templates/deploy-what-if.md: the result of its example.
  it("looks as the documentation shows it", () => {
    const changes: readonly ResourceChange[] = [
      {
        resourceId: vnet,
        changeType: "Modify",
        before: { apiVersion: "2018-10-01" },
        delta: [
          { path: "tags.Owner", propertyChangeType: "Delete", before: "Team A" },
          {
            path: "properties.addressSpace.addressPrefixes",
            propertyChangeType: "Array",
            children: [
              { path: "0", propertyChangeType: "Delete", before: "10.0.0.0/16" },
              { path: "0", propertyChangeType: "Create", after: "10.0.0.0/15" },
            ],
          },
          {
            path: "properties.subnets",
            propertyChangeType: "Array",
            children: [
              {
                path: "0",
                propertyChangeType: "Delete",
                before: { name: "subnet001", properties: { addressPrefix: "10.0.0.0/24" } },
              },
            ],
          },
        ],
      },
    ];
    expect(`${whatIfLines(changes, plainStyles).slice(7).join("\n")}\n`).toBe(`Scope: /subscriptions/s/resourceGroups/g

  ~ Microsoft.Network/virtualNetworks/v [2018-10-01]
    - tags.Owner: "Team A"
    ~ properties.addressSpace.addressPrefixes: [
      - 0: "10.0.0.0/16"
      + 0: "10.0.0.0/15"
      ]
    ~ properties.subnets: [
      - 0:

          name:                     "subnet001"
          properties.addressPrefix: "10.0.0.0/24"

      ]

Resource changes: 1 to modify.
`);
  });

  it("keeps scopes apart; a new group belongs to its subscription", () => {
    const lines = whatIfLines(
      [
        { resourceId: "/subscriptions/s/resourceGroups/new", changeType: "Create", after: {} },
        { resourceId: vnet, changeType: "Deploy" },
      ],
      plainStyles,
    );
    expect(lines.filter((line) => line.startsWith("Scope"))).toEqual([
      "Scope: /subscriptions/s",
      "Scope: /subscriptions/s/resourceGroups/g",
    ]);
    expect(lines).toContain("  + resourceGroups/new");
    expect(lines).toContain("  ! Microsoft.Network/virtualNetworks/v");
  });

  it("says so when nothing changes", () => {
    expect(whatIfLines([], plainStyles)).toEqual(["No resource changes."]);
  });
});

import { describe, expect, it } from "vitest";
import { fulfills } from "./evaluate.ts";
import { parseCondition } from "./parse.ts";

const write = "Microsoft.Authorization/roleAssignments/write";
const role = "@Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId]";
const type = "@Request[Microsoft.Authorization/roleAssignments:PrincipalType]";
const reader = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
const owner = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";

function judged(text: string, attributes?: Readonly<Record<string, readonly (string | number | boolean)[]>>) {
  const condition = parseCondition(text);
  if (!condition) return "unreadable";
  return fulfills(condition, { action: write, ...(attributes ? { attributes } : { open: true }) });
}

const asks = (roleId: string, principalType?: string) => ({
  "request:microsoft.authorization/roleassignments:roledefinitionid": [roleId],
  ...(principalType === undefined
    ? {}
    : { "request:microsoft.authorization/roleassignments:principaltype": [principalType] }),
});

// The forms are those of Azure's own documentation (role assignment condition format; delegation examples).
describe("conditions", () => {
  it.each([
    [`((!(ActionMatches{'${write}'})) OR (${role} ForAnyOfAnyValues:GuidEquals {${reader}, ${owner}}))`, true],
    [`((!(ActionMatches{'${write}'})) OR (${role} ForAnyOfAnyValues:GuidEquals {${owner}}))`, false],
    [`!(ActionMatches{'${write}'}) || ${role} ForAnyOfAllValues:GuidNotEquals {${owner}}`, true],
    [`!(ActionMatches{'${write}'}) || ${role} ForAnyOfAllValues:GuidNotEquals {${owner}, ${reader}}`, false],
    [`ActionMatches{'Microsoft.Authorization/*/write'} && ${role} GuidEquals ${reader.replaceAll("-", "")}`, true],
    [`${type} StringEqualsIgnoreCase 'serviceprincipal'`, true],
    [`${type} StringEquals 'serviceprincipal'`, false],
    [
      `${type} ForAnyOfAnyValues:StringEqualsIgnoreCase {'User', 'ServicePrincipal'} AND ${role} GuidEquals ${owner}`,
      false,
    ],
    [`NOT ${type} StringLike 'Serv*'`, false],
    [`${type} StringStartsWith 'Serv' and ${type} StringNotLike 'X?*'`, true],
    [`Exists ${type}`, true],
    ["Exists @Resource[A:b]", false],
    ["NotExists @Resource[A:b]", true],
    ["@Resource[Microsoft.Storage/storageAccounts/blobServices/containers:name] StringEquals 'x'", false],
    ["SubOperationMatches{'Blob.List'}", false],
    ["@Environment[now] NumericLessThan 5", true],
    ["@Environment[now] NumericGreaterThanEquals 5", false],
    ["@Environment[utcNow] DateTimeGreaterThan '2026-01-01T00:00:00Z'", true],
    ["@Environment[address] IpMatch '10.0.0.0/8'", true],
    ["@Environment[isPrivate] BoolEquals true", true],
  ])("%s: %s", (text, expected) => {
    const environment = {
      "environment:now": [4],
      "environment:utcnow": ["2026-02-01T00:00:00Z"],
      "environment:address": ["10.1.2.3"],
      "environment:isprivate": [true],
    };
    expect(judged(text, { ...asks(reader, "ServicePrincipal"), ...environment })).toBe(expected);
  });

  it.each([
    [`!(ActionMatches{'${write}'}) OR ${role} GuidEquals ${owner}`, undefined],
    ["ActionMatches{'Microsoft.Storage/*'}", false],
    [`ActionMatches{'${write}'} OR ${role} GuidEquals ${owner}`, true],
    [`!(${role} GuidEquals ${owner})`, undefined],
  ])("with attributes still unknown, %s: %s", (text, expected) => {
    expect(judged(text)).toBe(expected);
  });

  it.each([
    "",
    "true",
    "ActionMatches{}",
    "ActionMatches{'a'",
    `${role} GuidEqual ${reader}`,
    `${role} ForSome:GuidEquals ${reader}`,
    `${role} GuidEquals`,
    `(${role} GuidEquals ${reader}`,
    `${role} GuidEquals ${reader} ${reader}`,
    "@Request[a:b StringEquals 'x'",
    "ActionMatches{'a'} ; ActionMatches{'b'}",
    "(".repeat(5000),
    "!".repeat(8193),
  ])("%s cannot be read", (text) => {
    expect(judged(text, {})).toBe("unreadable");
  });
});

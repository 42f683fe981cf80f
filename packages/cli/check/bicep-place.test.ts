import { describe, expect, it } from "vitest";
import { createBicepPlaces } from "./bicep-place.ts";

const main = `// resource commented 'A/b@1' = {}
module net './modules/net.bicep' = { name: 'net' }

resource first 'A/b@1' = {
  name: 'first' // { not a brace
  properties: {
    text: '\${first}{'
    pools: [
      { size: 1 }
      {
        size: 2
      }
    ]
  }
}

resource known 'A/b@1' existing = { name: 'known' }

resource second 'A/b@1' = if (true) {
  name: 'second'
  properties: { inline: 'x' }
}
`;
const module = `resource inner 'C/d@2' = {
  name: 'inner'
  'odd-name': true
}
`;
const files: Readonly<Record<string, string>> = { "dir/main.bicep": main, "dir/modules/net.bicep": module };
const places = createBicepPlaces("dir/main.bicep", (path) => files[path]);

function at(type: string, ordinal: number, count: number, path: string): string | undefined {
  const [name = "", apiVersion = ""] = type.split("@");
  const place = places.find({ type: name, apiVersion, ordinal, count }, path);
  if (!place) return undefined;
  const { line } = place.source.positionAt(place.span.start);
  const text = place.source.text.slice(place.span.start, place.span.end);
  return `${place.source.path}:${line + 1} ${text}`;
}

describe("createBicepPlaces", () => {
  it.each([
    ["A/b@1", 0, 2, "properties.pools[1].size", "dir/main.bicep:11 size"],
    ["A/b@1", 0, 2, "properties.pools[0].size", "dir/main.bicep:9 size"],
    ["A/b@1", 0, 2, "properties.absent.deep", "dir/main.bicep:6 properties"],
    ["A/b@1", 0, 2, "absent", "dir/main.bicep:4 'A/b@1'"],
    ["a/B@1", 1, 2, "properties.inline", "dir/main.bicep:21 inline"],
    ["C/d@2", 0, 1, "odd-name", "dir/modules/net.bicep:3 'odd-name'"],
    ["A/b@1", 2, 5, "name", "dir/main.bicep:5 name"],
    ["X/y@1", 0, 1, "name", undefined],
  ])("%s %i of %i, %s", (type, ordinal, count, path, expected) => {
    expect(at(type, ordinal, count, path)).toBe(expected);
  });
});

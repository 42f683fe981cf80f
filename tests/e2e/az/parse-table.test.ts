import { expect, it } from "vitest";
import { parseTable } from "./parse-table.ts";

it.each([
  [
    "cells with spaces, empty cells, and a last cell wider than its header",
    ["Name    Note       Id", "------  ---------  --", "one     two words  /a/b", "two                /c"],
    [
      ["Name", "Note", "Id"],
      ["one", "two words", "/a/b"],
      ["two", "", "/c"],
    ],
  ],
  ["nothing, as az prints an empty list", [""], []],
])("reads %s", (_what, lines, expected) => {
  expect(parseTable(lines.join("\n"))).toEqual(expected);
});

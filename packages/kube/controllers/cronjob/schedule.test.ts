import { describe, expect, it } from "vitest";
import { parseSchedule } from "./schedule.ts";

function nextTimes(text: string, from: string, count: number, zone?: string): readonly string[] {
  const schedule = parseSchedule(text, zone);
  if ("problem" in schedule) return [schedule.problem];
  const times: string[] = [];
  let time: number | undefined = Date.parse(from);
  for (let number = 0; number < count && time !== undefined; number++) {
    time = schedule.next(time);
    times.push(time === undefined ? "never" : new Date(time).toISOString().slice(0, 16));
  }
  return times;
}

describe("parseSchedule", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["every minute", "* * * * *", "2026-01-01T00:00:30Z", ["2026-01-01T00:01", "2026-01-01T00:02"]],
    ["steps", "*/20 * * * *", "2026-01-01T00:20:00Z", ["2026-01-01T00:40", "2026-01-01T01:00"]],
    ["steps from a start", "5/30 * * * *", "2026-01-01T00:00:00Z", ["2026-01-01T00:05", "2026-01-01T00:35"]],
    [
      "ranges and lists",
      "0 9-10,12 * * *",
      "2026-01-01T09:30:00Z",
      ["2026-01-01T10:00", "2026-01-01T12:00", "2026-01-02T09:00"],
    ],
    ["names", "0 0 * feb mon", "2026-01-15T00:00:00Z", ["2026-02-02T00:00", "2026-02-09T00:00"]],
    ["Sunday as 7", "0 0 * * 7", "2026-01-01T00:00:00Z", ["2026-01-04T00:00", "2026-01-11T00:00"]],
    [
      "either day field",
      "0 0 13 * fri",
      "2026-01-01T00:00:00Z",
      ["2026-01-02T00:00", "2026-01-09T00:00", "2026-01-13T00:00"],
    ],
    ["the leap day", "0 0 29 2 *", "2026-01-01T00:00:00Z", ["2028-02-29T00:00"]],
    ["a day that never comes", "0 0 31 2 *", "2026-01-01T00:00:00Z", ["never"]],
    ["a macro", "@monthly", "2026-01-31T12:00:00Z", ["2026-02-01T00:00", "2026-03-01T00:00"]],
    ["every so often", "@every 1h30m", "2026-01-01T00:10:00Z", ["2026-01-01T01:40", "2026-01-01T03:10"]],
  ])("%s", (_, text, from, expected) => {
    expect(nextTimes(text, from, expected.length)).toEqual(expected);
  });

  it("keeps to a time zone, over the hour that summer time skips and the one it repeats", () => {
    expect(nextTimes("30 2 * * *", "2026-03-07T12:00:00Z", 2, "America/New_York")).toEqual([
      "2026-03-09T06:30",
      "2026-03-10T06:30",
    ]);
    expect(nextTimes("0 12 * * *", "2026-10-24T00:00:00Z", 2, "Europe/Berlin")).toEqual([
      "2026-10-24T10:00",
      "2026-10-25T11:00",
    ]);
  });

  it.each([
    ["* * * *", "expected exactly 5 fields, found 4: [* * * *]"],
    ["60 * * * *", "failed to parse minute: 60"],
    ["*/0 * * * *", "bad step in minute: */0"],
    ["5-1 * * * *", "failed to parse minute: 5-1"],
    ["* * * * noday", "failed to parse day of week: noday"],
    ["@every soon", "failed to parse duration soon"],
    ["@never", "expected exactly 5 fields, found 1: [@never]"],
  ])("refuses %s", (text, problem) => {
    expect(parseSchedule(text)).toEqual({ problem });
  });

  it("refuses a zone that is not known", () => {
    expect(parseSchedule("* * * * *", "Mars/Olympus")).toEqual({ problem: "unknown time zone Mars/Olympus" });
  });
});

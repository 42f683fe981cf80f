import { describe, expect, it } from "vitest";
import { formatDate } from "./date-format.ts";
import { formatNumber } from "./number-format.ts";

describe("formats of .NET, invariant culture", () => {
  it.each<[value: number, format: string, text: string]>([
    [1234.567, "", "1234.567"],
    [5, "D3", "005"],
    [-5, "D3", "-005"],
    [1234567, "N0", "1,234,567"],
    [1234.5, "N", "1,234.50"],
    [0.125, "P1", "12.5 %"],
    [255, "X", "FF"],
    [255, "x4", "00ff"],
    [-1, "X", "FFFFFFFFFFFFFFFF"],
    [5, "B8", "00000101"],
    [1234.5678, "F2", "1234.57"],
    [12345, "E2", "1.23E+004"],
    [1234.5, "C", "¤1,234.50"],
    [42, "G", "42"],
    [7, "0000", "0007"],
    [1234567, "#,##0", "1,234,567"],
    [1234.5, "#,##0.00", "1,234.50"],
    [0.5, "0.##", "0.5"],
    [5, "#.##", "5"],
    [0.25, "0%", "25%"],
    [-3, "0;(0)", "(3)"],
    [0, "0;(0);'none'", "none"],
    [12, "'n'000\\x", "n012x"],
  ])("%d as %j", (value, format, text) => {
    expect(formatNumber(value, format)).toBe(text);
  });

  it.each([
    [1.5, "D"],
    [1, "Q"],
    [1.5, "X"],
  ])("refuses %d as %j", (value, format) => {
    expect(() => formatNumber(value, format)).toThrow("Format specifier was invalid.");
  });

  const moment = { time: Date.UTC(2009, 5, 15, 13, 45, 30, 617), offset: 0 };
  it.each<[format: string, text: string]>([
    ["d", "06/15/2009"],
    ["D", "Monday, 15 June 2009"],
    ["f", "Monday, 15 June 2009 13:45"],
    ["F", "Monday, 15 June 2009 13:45:30"],
    ["g", "06/15/2009 13:45"],
    ["G", "06/15/2009 13:45:30"],
    ["M", "June 15"],
    ["o", "2009-06-15T13:45:30.6170000Z"],
    ["R", "Mon, 15 Jun 2009 13:45:30 GMT"],
    ["s", "2009-06-15T13:45:30"],
    ["t", "13:45"],
    ["T", "13:45:30"],
    ["u", "2009-06-15 13:45:30Z"],
    ["Y", "2009 June"],
    ["yyyy-MM-dd", "2009-06-15"],
    ["yy y yyyyy", "09 9 02009"],
    ["ddd dddd MMM MMMM M", "Mon Monday Jun June 6"],
    ["h hh H HH m s", "1 01 13 13 45 30"],
    ["t tt", "P PM"],
    ["f ff fff FFF", "6 61 617 617"],
    ["s.FFFFFFF", "30.617"],
    ["K z zz zzz", "Z +0 +00 +00:00"],
    ["'at' \"the\" \\hH%d", "at the h1315"],
  ])("a date as %j", (format, text) => {
    expect(formatDate(moment, format)).toBe(text);
  });

  it("drops an empty fraction with its point, and shows offsets", () => {
    const whole = { time: Date.UTC(2009, 5, 15, 13, 45, 30), offset: 120 };
    expect(formatDate(whole, "HH:mm:ss.FFFFFFFK")).toBe("15:45:30+02:00");
    expect(formatDate(whole, "Q")).toBeUndefined();
  });
});

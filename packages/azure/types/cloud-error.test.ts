import { describe, expect, it } from "vitest";
import { ArmError, armErrors } from "./cloud-error.ts";

const errors = armErrors({
  Gone: { status: 404, message: "'{name}' in '{group}' is gone.", source: "test" },
  GoneToo: { status: 409, code: "Gone", message: "All is gone.", source: "test" },
});

describe("armErrors", () => {
  it("fills the places and carries what is added", () => {
    const error = errors.Gone({ name: "a", group: "b" }, { target: "t", details: [{ code: "Inner", message: "m" }] });
    expect(error).toBeInstanceOf(ArmError);
    expect(error.status).toBe(404);
    expect(error.envelope()).toEqual({
      error: { code: "Gone", message: "'a' in 'b' is gone.", target: "t", details: [{ code: "Inner", message: "m" }] },
    });
  });

  it("lets several rows share a code, and leaves values that look like places alone", () => {
    expect(errors.GoneToo().code).toBe("Gone");
    expect(errors.Gone({ name: "{group}", group: "g" }).message).toBe("'{group}' in 'g' is gone.");
  });
});

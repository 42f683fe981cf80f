import { describe, expect, it } from "vitest";
import { errorDetails, errorLine, unfoldError } from "./error-tree.ts";

describe("errorDetails", () => {
  it("draws details as a tree, with targets and lines of several", () => {
    const error = {
      code: "DeploymentFailed",
      message: "At least one failed.",
      target: "/deployments/main",
      details: [
        { code: "ResourceDeploymentFailure", message: "first\nsecond", target: "/a", details: [{ message: "why" }] },
        { code: "Conflict", message: "busy" },
      ],
    };
    expect(errorLine(error)).toBe("(DeploymentFailed) At least one failed.");
    expect(errorDetails(error)).toEqual([
      "  target: /deployments/main",
      "  ├─ (ResourceDeploymentFailure) first",
      "  │  second",
      "  │  target: /a",
      "  │  └─ why",
      "  └─ (Conflict) busy",
    ]);
  });
});

describe("unfoldError", () => {
  it("takes the provider's answer out of the text in which Resource Manager wraps it", () => {
    const message = '{\r\n  "error": {\r\n    "code": "Inner",\r\n    "message": "no"\r\n  }\r\n}';
    expect(unfoldError({ code: "Conflict", message })).toEqual({
      code: "Conflict",
      message: "the provider answered:",
      details: [{ code: "Inner", message: "no" }],
    });
  });

  it.each(["{ not JSON", "{}", "plain"])("leaves the text %j as it is", (message) => {
    expect(unfoldError({ code: "a", message })).toEqual({ code: "a", message });
  });
});

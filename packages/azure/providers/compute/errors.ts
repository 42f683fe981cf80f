import { armErrors } from "@byocni/azure/types";

/** What `Microsoft.Compute` refuses. */
export const computeErrorTable = {
  NotImplemented: {
    status: 501,
    message: "byocni does not have {what}. What it has is listed in the support matrix.",
    source: "own",
  },
  InvalidParameter: {
    status: 400,
    message: "Required parameter '{name}' is missing (null).",
    source: "public issues of Microsoft.Compute",
  },
  OperationNotAllowed: { status: 409, message: "{reason}", source: "own text" },
} as const;

export const computeFaults = armErrors(computeErrorTable);

import { clientPath, missingReason, run } from "../../support/clients.ts";
import { sdkSuite } from "./sdk-suite.ts";

sdkSuite({
  name: "go",
  title: "the Azure SDK for Go",
  reason: missingReason("go-sdk"),
  without: {
    certificate: "done in Python",
    role: "done in Python",
    managedIdentity: "done in Python",
    notAllowed: "done in Python",
  },
  run: async (engine) =>
    run(clientPath("go-sdk") ?? "", [], { env: await engine.clientEnvironment("az"), cwd: engine.home }),
});

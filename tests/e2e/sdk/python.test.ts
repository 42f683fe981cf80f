import { fileURLToPath } from "node:url";
import { clientPath, missingReason, run } from "../../support/clients.ts";
import { sdkSuite } from "./sdk-suite.ts";

const program = fileURLToPath(new URL("python_client.py", import.meta.url));

sdkSuite({
  name: "python",
  title: "the Azure SDK for Python",
  reason: missingReason("python-sdk"),
  run: async (engine) =>
    run(clientPath("python-sdk") ?? "", [program], { env: await engine.clientEnvironment("az"), cwd: engine.home }),
});

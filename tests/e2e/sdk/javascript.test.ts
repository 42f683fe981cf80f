import process from "node:process";
import { fileURLToPath } from "node:url";
import { run } from "../../support/clients.ts";
import { sdkSuite } from "./sdk-suite.ts";

// A program of its own process: Node.js reads additional certificate authorities only when it starts.
const program = fileURLToPath(new URL("javascript-client.ts", import.meta.url));
const tsx = fileURLToPath(new URL("../../../node_modules/tsx/dist/cli.mjs", import.meta.url));
const large = "its package would be a quarter of all that this repository installs";

sdkSuite({
  name: "javascript",
  title: "the Azure SDK for JavaScript",
  without: {
    certificate: "done in Python",
    vnet: large,
    defaultRules: large,
    subnet: large,
    subnets: large,
    overlap: large,
    noNetwork: large,
    role: "done in Python",
    managedIdentity: "done in Python",
    notAllowed: "done in Python",
    subnetInUse: large,
  },
  run: async (engine) =>
    run(process.execPath, [tsx, program], { env: await engine.clientEnvironment("az"), cwd: engine.home }),
});

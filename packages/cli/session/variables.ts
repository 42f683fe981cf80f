import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataDirectory, type Instance, defaultLogin } from "@byocni/engine/instance";
import { bicepVariables, offerBicep } from "./bicep-shim.ts";
import { authorityFile } from "./instance.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where Linux distributions and macOS keep the certificates that the machine trusts. */
const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Writes the machine's certificates and byocni's into one file: some clients take only one. Returns its path. */
export function writeBundle(directory: DataDirectory, env: Env): string {
  const folder = azFolder(directory);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "ca-bundle.pem");
  const own = env["REQUESTS_CA_BUNDLE"];
  const system = [...(own && own !== file ? [own] : []), ...systemBundles].find((path) => existsSync(path));
  const text = `${readFileSync(authorityFile(directory), "utf8")}\n${system ? readFileSync(system, "utf8") : ""}`;
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  return file;
}

/** Everything of az lies here, apart from the user's own profile. */
export function azFolder(directory: DataDirectory): string {
  return join(directory.path, "azure-cli");
}

/** Variables that point the usual clients at a running engine. */
export function clientVariables(
  instance: Instance,
  directory: DataDirectory,
  env: Env,
): Readonly<Record<string, string>> {
  const bundle = writeBundle(directory, env);
  const { tenantId, clientId, clientSecret, subscriptionId } = defaultLogin;
  offerBicep(directory);
  return {
    ...bicepVariables,
    // Without a PATH of ours az takes the one in its profile.
    AZURE_BICEP_USE_BINARY_FROM_PATH: "false",
    AZURE_CONFIG_DIR: join(azFolder(directory), "profile"),
    AZURE_CORE_COLLECT_TELEMETRY: "no",
    REQUESTS_CA_BUNDLE: bundle,
    SSL_CERT_FILE: bundle,
    NODE_EXTRA_CA_CERTS: authorityFile(directory),
    AZURE_AUTHORITY_HOST: instance.origin,
    // With the name of the tenant, credentials first ask Microsoft which authorities there are, and refuse this one. With
    // this segment, as with AD FS, they ask no one: programs run as they are. Tokens say the tenant all the same.
    AZURE_TENANT_ID: "adfs",
    AZURE_CLIENT_ID: clientId,
    AZURE_CLIENT_SECRET: clientSecret,
    AZURE_SUBSCRIPTION_ID: subscriptionId,
    ARM_METADATA_HOSTNAME: new URL(instance.origin).host,
    ARM_ENDPOINT: instance.origin,
    ARM_TENANT_ID: tenantId,
    ARM_CLIENT_ID: clientId,
    ARM_CLIENT_SECRET: clientSecret,
    ARM_SUBSCRIPTION_ID: subscriptionId,
    KUBECONFIG: join(directory.path, "kubeconfig"),
  };
}

import {
  checkCertificateAssertion,
  checkFederatedAssertion,
  isOwnAssertion,
  readAssertion,
} from "./client-assertion.ts";
import { OAuthError } from "./oauth-error.ts";
import { hashSecret, type ApplicationRecord, type PrincipalRecord } from "./principal-record.ts";
import type { TokenEndpointDeps } from "./token-endpoint-deps.ts";

/**
 * The principal of a client that presents a secret or an assertion. Any credential is taken for clients that nobody
 * registered, as a local convenience; applications that were registered through Graph must present one of theirs, and
 * tokens of an issuer elsewhere need a federated credential.
 * @throws OAuthError
 */
export async function authenticateClient(
  deps: TokenEndpointDeps,
  client: { readonly clientId: string; readonly form: URLSearchParams; readonly origin: string },
): Promise<PrincipalRecord> {
  const { directory, tenantId } = deps;
  const { clientId, form } = client;
  const secret = form.get("client_secret");
  const token = form.get("client_assertion");
  if (!secret && !token) throw new OAuthError("missingCredential");
  const application = await directory.application(clientId);
  if (token) await checkAssertion(deps, { ...client, token, application });
  else if (application) checkSecret(deps, application, secret ?? "");
  if (!application) return directory.ensureClient(clientId);
  const record = await directory.byAppId(clientId);
  if (!record) throw new OAuthError("missingServicePrincipal", { client: clientId, tenant: tenantId });
  if (record.accountEnabled === false)
    throw new OAuthError("disabledApplication", { client: clientId, name: record.displayName });
  return record;
}

function checkSecret({ clock }: TokenEndpointDeps, { appId, secrets }: ApplicationRecord, secret: string): void {
  const hash = hashSecret(secret);
  const found = secrets.find((item) => item.hash === hash);
  if (!found) throw new OAuthError("invalidSecret", { client: appId });
  if (Date.parse(found.endDateTime) <= clock.now()) throw new OAuthError("expiredSecret", { client: appId });
}

async function checkAssertion(
  deps: TokenEndpointDeps,
  client: {
    readonly clientId: string;
    readonly token: string;
    readonly origin: string;
    readonly application: ApplicationRecord | undefined;
  },
): Promise<void> {
  const { clock, directory, issuerKeys, tenantId } = deps;
  const { clientId, token, origin, application } = client;
  const assertion = await readAssertion(token);
  if (isOwnAssertion(assertion, clientId)) {
    const certificates = application && (application.certificates ?? []);
    await checkCertificateAssertion(assertion, { clientId, clock, origin, certificates });
    return;
  }
  const record = await directory.byAppId(clientId);
  const isIdentity = record?.kind === "managedIdentity" && record.resourceId !== undefined;
  if (!application && !isIdentity) throw new OAuthError("applicationNotFound", { client: clientId, tenant: tenantId });
  const credentials = application?.federated ?? (await deps.federatedCredentialsOf(record?.resourceId ?? ""));
  await checkFederatedAssertion(assertion, { credentials, clock, issuerKeys });
}

import type { Filter } from "@byocni/base/http";
import { apiVersionAtLeast } from "@byocni/azure/types";
import { armFaults } from "../errors.ts";
import { requireVersionText } from "../registry.ts";
import { resourcesApiVersions } from "../resources-provider.ts";
import type { RequestContext } from "../requests/context.ts";
import { parseTarget, type Target } from "../requests/target.ts";

/** Reads path and api-version once, and refuses subscriptions that are not this cloud's. */
export const requestInfoFilter: Filter<RequestContext> = async (context, request, next) => {
  context.target = parseTarget(request.method, request.path);
  context.apiVersion = requireVersionText(request.query).text;
  if (context.target.kind === "fixed") checkOwnVersion(context.apiVersion);
  checkSubscription(context.target, context.services.settings.subscriptionId);
  return next();
};

const firstOwnVersion = "2014-04-01-preview";

/** Resource Manager's own calls take every version since the first one. @throws ArmError */
function checkOwnVersion(version: string): void {
  if (apiVersionAtLeast(version, firstOwnVersion)) return;
  throw armFaults.InvalidApiVersionParameter({ version, versions: resourcesApiVersions.join(",") });
}

function checkSubscription(target: Target, own: string): void {
  const place = target.kind === "resource" || target.kind === "action" ? target.id : target.scope;
  const id = "subscriptionId" in place ? place.subscriptionId : undefined;
  if (id === undefined || id.toLowerCase() === own) return;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw armFaults.InvalidSubscriptionId({ id });
  throw armFaults.SubscriptionNotFound({ id });
}

import type { HttpResponse } from "@byocni/base/http";
import {
  type authenticationv1,
  type authorizationv1,
  fieldErrors,
  type KubeObject,
  statusErrors,
} from "@byocni/kube/schema";
import { identify, type TokenAuthenticator } from "../authentication/authenticator.ts";
import { decodeObject } from "../endpoints/decode-object.ts";
import type { ResourceHandler } from "../endpoints/dispatch.ts";
import type { ResourceRequest } from "../endpoints/resource-request.ts";
import { respondPlain } from "../endpoints/respond.ts";
import { readBody } from "../request/body.ts";
import { readWriteOptions } from "../request/write-options.ts";
import type { UserInfo } from "../request/user-info.ts";
import type { Attributes, Authorizer } from "./authorizer.ts";
import { rulesReview } from "./rules-review.ts";

/** Kinds that are questions: who am I, may I, what may I, whose token is this. By `group/plural`. */
export function reviewHandlers(
  authorizer: Authorizer,
  tokens: readonly TokenAuthenticator[],
): Readonly<Record<string, ResourceHandler>> {
  const access = (userOf: (request: ResourceRequest, spec: AccessSpec) => UserInfo): ResourceHandler =>
    answering<authorizationv1.SubjectAccessReview>(async (request, { spec }) => {
      checkAccessSpec(request, spec);
      const decision = await authorizer.authorize(reviewAttributes(userOf(request, spec), spec));
      return { allowed: decision.allowed, ...(decision.reason ? { reason: decision.reason } : {}) };
    });
  const self = (request: ResourceRequest): UserInfo => request.context.user;
  const named = (_request: ResourceRequest, spec: AccessSpec): UserInfo => ({
    name: spec.user ?? "",
    ...(spec.uid ? { uid: spec.uid } : {}),
    groups: spec.groups ?? [],
    ...(spec.extra ? { extra: spec.extra } : {}),
  });
  return {
    "authorization.k8s.io/selfsubjectaccessreviews": access(self),
    "authorization.k8s.io/subjectaccessreviews": access(named),
    "authorization.k8s.io/localsubjectaccessreviews": access(named),
    "authorization.k8s.io/selfsubjectrulesreviews": answering<authorizationv1.SelfSubjectRulesReview>(
      (request, { spec }) => rulesReview(request, authorizer, spec.namespace ?? ""),
    ),
    "authentication.k8s.io/selfsubjectreviews": answering<KubeObject>(({ context }) => ({
      userInfo: userInfo(context.user),
    })),
    "authentication.k8s.io/tokenreviews": answering<authenticationv1.TokenReview>(async (_request, { spec }) => {
      const identity = await identify(tokens, spec.token ?? "", spec.audiences);
      if (!identity) return { authenticated: false, error: "token is not known or no longer valid" };
      const audiences = (spec.audiences ?? []).filter((item) => identity.audiences.includes(item));
      return {
        authenticated: true,
        user: userInfo(identity.user),
        ...(audiences.length > 0
          ? { audiences }
          : identity.audiences.length > 0
            ? { audiences: identity.audiences }
            : {}),
      };
    }),
  };
}

type AccessSpec = authorizationv1.SubjectAccessReviewSpec;

/** Reads the question, puts the answer into its status. */
function answering<T extends KubeObject>(
  answer: (request: ResourceRequest, question: T) => Promise<object> | object,
): ResourceHandler {
  return async (request): Promise<HttpResponse> => {
    const options = readWriteOptions(request.http, "create", false);
    const body = await readBody(request.core.schema, request.http, options.fieldValidation !== "Ignore");
    const question = decodeObject(request, body, options) as T;
    const status = await answer(request, question);
    return respondPlain(request, 201, { ...question, status } as KubeObject);
  };
}

function checkAccessSpec(request: ResourceRequest, spec: AccessSpec | undefined): void {
  const { resourceAttributes, nonResourceAttributes } = spec ?? {};
  if ((resourceAttributes === undefined) !== (nonResourceAttributes === undefined)) return;
  const { definition } = request.resource;
  throw statusErrors.invalid({ group: definition.group, kind: definition.kind }, "", [
    fieldErrors.invalid(
      "spec.resourceAttributes",
      resourceAttributes ?? null,
      "exactly one of nonResourceAttributes or resourceAttributes must be specified",
    ),
  ]);
}

function reviewAttributes(user: UserInfo, spec: AccessSpec): Attributes {
  const asked = spec.resourceAttributes;
  return {
    user,
    isResource: asked !== undefined,
    verb: asked?.verb ?? spec.nonResourceAttributes?.verb ?? "",
    path: spec.nonResourceAttributes?.path ?? "",
    group: asked?.group ?? "",
    version: asked?.version ?? "",
    namespace: asked?.namespace ?? "",
    resource: asked?.resource ?? "",
    subresource: asked?.subresource ?? "",
    name: asked?.name ?? "",
  };
}

function userInfo(user: UserInfo): object {
  return {
    username: user.name,
    ...(user.uid ? { uid: user.uid } : {}),
    groups: user.groups,
    ...(user.extra ? { extra: user.extra } : {}),
  };
}

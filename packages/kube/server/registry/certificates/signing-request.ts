import { withMember } from "../object-fields.ts";
import type { SpecObject } from "../object-fields.ts";
import type { Strategy } from "../strategy.ts";

export const signingRequestStrategy: Strategy = {
  initialStatus: () => ({}),
  prepareForCreate(object, { user }) {
    // Who asks is what the server has seen, never what the request says.
    const { spec } = object as SpecObject;
    return withMember(object, "spec", {
      ...spec,
      username: user.name,
      ...(user.uid ? { uid: user.uid } : {}),
      groups: user.groups,
      ...(user.extra ? { extra: user.extra } : {}),
    });
  },
  prepareForUpdate(object, old, { subresource }) {
    const spec = (old as SpecObject).spec;
    if (subresource === "approval") return object;
    return withMember(object, "spec", spec);
  },
};

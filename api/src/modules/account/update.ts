/** Changes one account attribute per request; the table maps each attribute to its handler. */
import type { account as endpoints } from "#contracts/account.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { preparedHandler, type HandlerFunction } from "../../core/http/handlers.ts";
import { avatarAttribute } from "./avatar.ts";
import { cancelEmailChangeAttribute, emailAttribute } from "./email.ts";
import {
  type AccountDeps,
  type UpdatePreparation,
  type Attribute,
  type AttributeInput,
  type AttributeHandler,
  systemReason,
} from "./update-types.ts";
import { passwordAttribute } from "./password.ts";
import {
  dobAttribute,
  localeAttribute,
  nameAttribute,
  termsAttribute,
  timezoneAttribute,
} from "./profile.ts";
import { recoveryCodesAttribute, twoFactorAttribute } from "./two-factor.ts";
import { unlinkIdentityAttribute } from "./unlink-identity.ts";

const attributeHandlers: { readonly [A in Attribute]: AttributeHandler<A> } = {
  name: nameAttribute,
  email: emailAttribute,
  cancelEmail: cancelEmailChangeAttribute,
  password: passwordAttribute,
  twoFactor: twoFactorAttribute,
  recoveryCodes: recoveryCodesAttribute,
  locale: localeAttribute,
  timezone: timezoneAttribute,
  dob: dobAttribute,
  terms: termsAttribute,
  avatar: avatarAttribute,
  unlinkIdentity: unlinkIdentityAttribute,
  none: async () => {
    throw new ProblemError("missing_attribute");
  },
};

const dispatchAttribute = <A extends Attribute>(
  deps: AccountDeps,
  preparation: UpdatePreparation,
  change: AttributeInput<A>,
): Promise<HandlerFunction<(typeof endpoints)["update"]>> =>
  attributeHandlers[change.attribute](deps, preparation, change);

export const updateHandler = (deps: AccountDeps) =>
  preparedHandler<(typeof endpoints)["update"]>(systemReason, async (preparation) => {
    const { body, caller } = preparation;
    // The endpoint is always available so that the terms can be accepted. Every other attribute
    // requires accepted terms and no maintenance.
    if (body.attribute !== "terms") {
      if (caller.user.mustAcceptTerms) throw new ProblemError("terms_not_accepted");
      if (deps.maintenance.startedAt !== null && caller.staffRole === null)
        throw new ProblemError("maintenance");
    }
    return dispatchAttribute(deps, preparation, body);
  });

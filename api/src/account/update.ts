/** One attribute of oneself a call; the table says who changes it. */
import type { account as calls } from "#contracts/account.ts";
import { Refusal } from "../core/errors.ts";
import { prepared, type Run } from "../core/handlers.ts";
import { avatar } from "./avatar.ts";
import { cancelEmail, email } from "./email.ts";
import {
  type AccountParts,
  type AskedUpdate,
  type Attribute,
  type Change,
  type Changing,
  reason,
} from "./parts.ts";
import { password } from "./password.ts";
import { dob, locale, name, terms, timezone } from "./person.ts";
import { recoveryCodes, twoFactor } from "./two-factor.ts";
import { unlinkIdentity } from "./unlink-identity.ts";

const attributes: { readonly [A in Attribute]: Changing<A> } = {
  name,
  email,
  cancelEmail,
  password,
  twoFactor,
  recoveryCodes,
  locale,
  timezone,
  dob,
  terms,
  avatar,
  unlinkIdentity,
  none: async () => {
    throw new Refusal("missing_attribute");
  },
};

const changeOne = <A extends Attribute>(
  parts: AccountParts,
  asked: AskedUpdate,
  change: Change<A>,
): Promise<Run<(typeof calls)["update"]>> => attributes[change.attribute](parts, asked, change);

export const update = (parts: AccountParts) =>
  prepared<(typeof calls)["update"]>(reason, async (asked) => {
    const { body, caller } = asked;
    // The call always answers, so that the terms can be accepted; everything else waits for that, and for the end of maintenance.
    if (body.attribute !== "terms") {
      if (caller.user.mustAcceptTerms) throw new Refusal("terms_not_accepted");
      if (parts.maintenance.startedAt !== null && caller.staffRole === null)
        throw new Refusal("maintenance");
    }
    return changeOne(parts, asked, body);
  });

/** Another address to sign in with. Nothing changes until the new one is proven by its link. */
import { emailKey } from "#contracts/text.ts";
import { findAccount, lockCaller } from "../auth/accounts.ts";
import { issueActionToken, supersedeActionTokens } from "../auth/action-tokens.ts";
import { limits } from "../auth/limits.ts";
import { notifiedOf, sendNotice } from "../auth/notices.ts";
import { isDomainRefused } from "../auth/refused-domains.ts";
import { demandConfirmed } from "../core/access.ts";
import { Refusal } from "../core/errors.ts";
import { type AccountParts, type Changing, nothingElse, type Updating } from "./parts.ts";

export const email: Changing<"email"> = async (parts, { caller, now }, { email: wanted }) => {
  if (wanted === undefined || wanted === "") throw new Refusal("missing_email_field");
  demandConfirmed(caller, now);
  if (isDomainRefused(wanted)) throw new Refusal("registration_invalid_email");
  // Each try mails somebody, and tells whether an address has an account.
  await parts.throttle.demand(limits.emailChange, caller.user.id, now);
  return (context) => askNewAddress(parts, context, wanted);
};

async function askNewAddress(parts: AccountParts, context: Updating, wanted: string) {
  const { tx, now, caller, enqueue, note } = context;
  const { user } = caller;
  await lockCaller(tx, caller);
  const taken = await findAccount(tx, emailKey(wanted));
  const isItself = taken?.id === user.id && taken.email !== wanted;
  if (taken !== null && !isItself) throw new Refusal("email_already_in_use");
  const token = await issueActionToken(tx, "change_email", {
    userId: user.id,
    now,
    payload: { email: wanted },
  });
  await enqueue("mail.send", {
    to: wanted,
    template: "change-email",
    locale: user.locale,
    values: {
      firstName: user.firstName,
      link: new URL(`/auth/verify/${token}`, parts.publicUrl).href,
    },
  });
  await sendNotice(parts, context, notifiedOf(caller), "email_change_requested", {
    email: wanted,
  });
  note({
    target: { type: "user", id: user.id, name: user.email },
    changes: [{ field: "pendingEmail", from: null, to: wanted }],
  });
  return nothingElse;
}

export const cancelEmail: Changing<"cancelEmail"> = async () => async (context) => {
  const { tx, now, caller, note } = context;
  await supersedeActionTokens(tx, caller.user.id, ["change_email"], now);
  note({
    target: { type: "user", id: caller.user.id, name: caller.user.email },
    changes: [{ field: "pendingEmail", from: "changed", to: null }],
  });
  return nothingElse;
};

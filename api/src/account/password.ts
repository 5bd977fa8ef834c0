/** Another password, or the first one of somebody who came through another provider. */
import { findAccountById, lockCaller, setPassword } from "../auth/accounts.ts";
import { supersedeActionTokens } from "../auth/action-tokens.ts";
import { notifiedOf, sendNotice } from "../auth/notices.ts";
import { demandNewPassword, holderOf } from "../auth/password-rules.ts";
import { renewSessions } from "../auth/renew-sessions.ts";
import { demandConfirmed } from "../core/access.ts";
import { Refusal } from "../core/errors.ts";
import { type AccountParts, type Changing, reason, type Updating } from "./parts.ts";

export const password: Changing<"password"> = async (parts, { caller, now }, change) => {
  const wanted = change.password;
  if (wanted === undefined || wanted === "") throw new Refusal("missing_password_field");
  demandConfirmed(caller, now);
  const account = await parts.db.asSystem(reason, (tx) => findAccountById(tx, caller.user.id));
  if (account === null) throw new Refusal("authentication_failed_no_session_found_ch");
  await demandNewPassword(parts.passwords, wanted, holderOf(account));
  const hash = await parts.passwords.hash(wanted);
  return (context) => keep(parts, context, hash);
};

async function keep(parts: AccountParts, context: Updating, hash: string) {
  const { tx, now, caller, note } = context;
  const { id, email } = caller.user;
  await lockCaller(tx, caller);
  await setPassword(tx, id, hash, now);
  await supersedeActionTokens(tx, id, ["reset_password"], now);
  const endedSessions = await renewSessions(parts, context, id, "password_changed");
  await sendNotice(parts, context, notifiedOf(caller), "password_changed");
  note({
    target: { type: "user", id, name: email },
    changes: [{ field: "password", from: null, to: "changed" }],
  });
  return { recoveryCodes: null, endedSessions };
}

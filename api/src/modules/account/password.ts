/** Changes the password, or sets the first one of a user who signed up through an OAuth provider. */
import { lockCallerAccount, setPassword, findAccountById } from "../accounts/accounts.ts";
import { revokeActionTokens } from "../accounts/action-tokens.ts";
import { toRecipient, sendSecurityNotification } from "../accounts/security-notifications.ts";
import { assertNewPassword, toPasswordHolder } from "../auth/passwords/password-policy.ts";
import { replaceAllSessions } from "../auth/sessions/replace-sessions.ts";
import { assertRecentlyAuthenticated } from "../../core/http/authorization.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import {
  type AccountDeps,
  type AttributeHandler,
  systemReason,
  type UpdateContext,
} from "./update-types.ts";

export const passwordAttribute: AttributeHandler<"password"> = async (
  deps,
  { caller, now },
  change,
) => {
  const requested = change.password;
  if (requested === undefined || requested === "") throw new ProblemError("missing_password_field");
  assertRecentlyAuthenticated(caller, now);
  const account = await deps.db.withSystemRole(systemReason, (tx) =>
    findAccountById(tx, caller.user.id),
  );
  if (account === null) throw new ProblemError("authentication_failed_no_session_found_ch");
  await assertNewPassword(deps.passwords, requested, toPasswordHolder(account));
  const hash = await deps.passwords.hash(requested);
  return (context) => savePassword(deps, context, hash);
};

async function savePassword(deps: AccountDeps, context: UpdateContext, hash: string) {
  const { tx, now, caller, audit } = context;
  const { id, email } = caller.user;
  await lockCallerAccount(tx, caller);
  await setPassword(tx, id, hash, now);
  await revokeActionTokens(tx, id, ["reset_password"], now);
  const endedSessions = await replaceAllSessions(deps, context, id, "password_changed");
  await sendSecurityNotification(deps, context, toRecipient(caller), "password_changed");
  audit({
    target: { type: "user", id, name: email },
    changes: [{ field: "password", from: null, to: "changed" }],
  });
  return { recoveryCodes: null, endedSessions };
}

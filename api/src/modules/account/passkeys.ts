/** Adds and removes the caller's passkeys. */
import type { account as endpoints } from "#contracts/account.ts";
import { lockCallerAccount } from "../accounts/accounts.ts";
import {
  type NotificationContext,
  sendSecurityNotification,
  toRecipient,
} from "../accounts/security-notifications.ts";
import {
  registerPasskey,
  type PasskeyDeps,
  createRegistrationOptions,
  deletePasskey,
} from "../auth/passkeys/passkeys.ts";
import type { SessionCaller } from "../../core/http/authorization.ts";
import { ProblemError, fieldError } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { isUuid } from "../../core/lib/crypto.ts";

const systemReason = "sign-in methods belong to no tenant";
/** Binds a challenge to the session that requested it. */
const challengeSubject = ({ session }: SessionCaller) => `add ${session.id}`;

export const passkeyHandlers = (
  deps: PasskeyDeps,
): Pick<Handlers<typeof endpoints>, "addPasskeyOptions" | "addPasskey" | "removePasskey"> => ({
  addPasskeyOptions: systemHandler(systemReason, async ({ tx, now, caller }) => {
    const { id, email, firstName, lastName } = caller.user;
    const user = { id, email, name: `${firstName} ${lastName}` };
    return { ...(await createRegistrationOptions(deps, tx, user, challengeSubject(caller), now)) };
  }),

  addPasskey: systemHandler(systemReason, async (context) => {
    const { tx, now, caller, body, audit } = context;
    await lockCallerAccount(tx, caller);
    const passkey = await registerPasskey(deps, tx, {
      userId: caller.user.id,
      name: body.name,
      response: body.response,
      subject: challengeSubject(caller),
      now,
    });
    if (passkey === null) throw fieldError("response", "passkey");
    audit({ target: { type: "passkey", id: passkey.id, name: passkey.name } });
    await sendPasskeyNotification(deps, context, "passkey_added");
    return passkey;
  }),

  removePasskey: systemHandler(systemReason, async (context) => {
    const { tx, caller, path, audit } = context;
    await lockCallerAccount(tx, caller);
    const deleted = isUuid(path.passkey)
      ? await deletePasskey(tx, caller.user.id, path.passkey)
      : null;
    if (deleted === null) throw new ProblemError("not_found");
    audit({ target: { type: "passkey", id: path.passkey, name: deleted.name } });
    await sendPasskeyNotification(deps, context, "passkey_removed");
    return null;
  }),
});

const sendPasskeyNotification = (
  deps: PasskeyDeps,
  context: NotificationContext & { readonly caller: SessionCaller },
  kind: "passkey_added" | "passkey_removed",
): Promise<void> => sendSecurityNotification(deps, context, toRecipient(context.caller), kind);

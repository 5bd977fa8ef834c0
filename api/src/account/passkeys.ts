/** A person's passkeys, made and forgotten on the security page. */
import type { account as calls } from "#contracts/account.ts";
import { lockCaller } from "../auth/accounts.ts";
import { sendNotice } from "../auth/notices.ts";
import {
  forgetPasskey,
  keepPasskey,
  type PasskeyParts,
  registrationOptions,
} from "../auth/passkeys.ts";
import type { Caller } from "../core/access.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { isId } from "../core/keys.ts";

const reason = "how somebody signs in belongs to no tenant";
/** A challenge is for the session that asked for it. */
const subjectOf = ({ session }: Caller) => `add ${session.id}`;

export const passkeyHandlers = (
  parts: PasskeyParts,
): Pick<Handlers<typeof calls>, "addPasskeyOptions" | "addPasskey" | "removePasskey"> => ({
  addPasskeyOptions: asSystem(reason, async ({ tx, now, caller }) => {
    const { id, email, firstName, lastName } = caller.user;
    const user = { id, email, name: `${firstName} ${lastName}` };
    return { ...(await registrationOptions(parts, tx, user, subjectOf(caller), now)) };
  }),

  addPasskey: asSystem(reason, async (context) => {
    const { tx, now, caller, body, note } = context;
    await lockCaller(tx, caller);
    const passkey = await keepPasskey(parts, tx, {
      userId: caller.user.id,
      name: body.name,
      response: body.response,
      subject: subjectOf(caller),
      now,
    });
    if (passkey === null)
      throw refuseField("response", "passkey", "The passkey response from the device is invalid");
    note({ target: { type: "passkey", id: passkey.id, name: passkey.name } });
    await tell(parts, context, "passkey_added");
    return passkey;
  }),

  removePasskey: asSystem(reason, async (context) => {
    const { tx, caller, path, note } = context;
    await lockCaller(tx, caller);
    const forgotten = isId(path.passkey)
      ? await forgetPasskey(tx, caller.user.id, path.passkey)
      : null;
    if (forgotten === null) throw new Refusal("not_found");
    note({ target: { type: "passkey", id: path.passkey, name: forgotten.name } });
    await tell(parts, context, "passkey_removed");
    return null;
  }),
});

const tell = (
  parts: PasskeyParts,
  context: Parameters<typeof sendNotice>[1] & { readonly caller: Caller },
  kind: "passkey_added" | "passkey_removed",
): Promise<void> => {
  const { firstName, ...user } = context.caller.user;
  return sendNotice(parts, context, { ...user, first_name: firstName }, kind);
};

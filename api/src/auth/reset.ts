/** A forgotten password: a link to the stored address, and a new password by it. */
import type { auth } from "#contracts/auth.ts";
import { emailKey } from "#contracts/text.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, prepared } from "../core/handlers.ts";
import {
  issueActionToken,
  readActionToken,
  spendActionToken,
  supersedeActionTokens,
} from "./action-tokens.ts";
import type { EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import { sendNotice } from "./notices.ts";
import { demandNewPassword, holderOf } from "./password-rules.ts";
import type { AuthParts } from "./registration.ts";
import { forgetDevices } from "./known-devices.ts";
import { endSessions, signOutBrowser } from "./sessions.ts";
import { type AccountRow, findAccountById, lockAccount, setPassword } from "./accounts.ts";
import { proveByReset } from "./unproven.ts";
import type { Mailing } from "./verify-email.ts";

const reason = "whoever forgot their password is not signed in";

export const requestReset = (parts: AuthParts) =>
  prepared<typeof auth.requestReset>(reason, async ({ body: { email }, now, request }) => {
    if (email === undefined) throw new Refusal("missing_email_field");
    await parts.networks.demand(limits.resetFromNetwork, request.ip, now);
    const key = emailKey(email);
    const isTooOften = (await parts.throttle.take(limits.resetToAddress, key, now)) !== null;
    return async ({ enqueue }) => {
      if (!isTooOften) await enqueue("auth.mailLink", { emailKey: key, purpose: "reset_password" });
      return { email };
    };
  });

/** What staff have closed, nobody opens with a mail. */
const mayReset = ({ status }: AccountRow): boolean => status !== "deactivated";

export const resetLink = async (
  parts: Pick<AuthParts, "publicUrl">,
  { tx, now }: Pick<Mailing, "tx" | "now">,
  userId: string,
): Promise<string> =>
  new URL(
    `/auth/reset/${await issueActionToken(tx, "reset_password", { userId, now })}`,
    parts.publicUrl,
  ).href;

/** To the address on record, however the one that was typed is written. */
export async function sendReset(
  parts: Pick<AuthParts, "publicUrl">,
  context: Mailing,
  account: AccountRow,
): Promise<void> {
  if (!mayReset(account)) return;
  await context.enqueue("mail.send", {
    to: account.email,
    template: "reset-password",
    locale: account.locale,
    values: {
      firstName: account.first_name,
      link: await resetLink(parts, context, account.id),
    },
  });
}

const purposes = ["reset_password"] as const;

/** The new password is judged before the link is used up, so that one that is refused costs nobody their link. */
export const reset = (parts: AuthParts & Pick<EnterParts, "cookieName">) =>
  prepared<typeof auth.reset>(reason, async ({ body: { password }, path, now }) => {
    if (password === undefined || password === "") throw new Refusal("missing_password_field");
    const account = await parts.db.asSystem(reason, async (tx) => {
      const { user_id: userId } = await readActionToken(tx, purposes, path.token, now);
      const holder = await findAccountById(tx, userId);
      // Between the two the same link may have set this very password: then it is used, not badly chosen.
      await readActionToken(tx, purposes, path.token, now);
      return holder;
    });
    if (account === null || !mayReset(account)) throw new Refusal("token_action_expired");
    await demandNewPassword(parts.passwords, password, holderOf(account));
    const passwordHash = await parts.passwords.hash(password);
    return (context) => setByLink(parts, context, passwordHash);
  });

async function setByLink(
  parts: AuthParts & Pick<EnterParts, "cookieName">,
  context: Context<typeof auth.reset>,
  passwordHash: string,
) {
  const { tx, now, path, note } = context;
  const { user_id: userId } = await spendActionToken(tx, purposes, path.token, now);
  const account = await lockAccount(tx, userId);
  if (account === null || !mayReset(account)) throw new Refusal("token_action_expired");
  await setPassword(tx, userId, passwordHash, now);
  await proveByReset(tx, account, now);
  await supersedeActionTokens(tx, userId, ["reset_password", "change_email", "verify_email"], now);
  await endSessions(tx, userId, "password_reset", now);
  await forgetDevices(tx, userId);
  // The browser may be signed in as anyone: it ends up as a guest, who signs in with the new password.
  await signOutBrowser(context, parts.cookieName);
  // Whoever had tried too often knows the password now.
  context.afterwards(() => parts.throttle.clear(limits.loginOfAccount, emailKey(account.email)));
  await sendNotice(parts, context, account, "password_reset");
  note({
    actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: userId, name: account.email },
    changes: [
      { field: "password", from: null, to: "changed" },
      ...(account.status === "active"
        ? []
        : [{ field: "status", from: account.status, to: "active" }]),
    ],
  });
  return { email: account.email };
}

/** Whether an address is one's own: of a new account, or the one an account changes to. */
import type { auth } from "#contracts/auth.ts";
import { emailKey } from "#contracts/text.ts";
import type { Caller } from "../core/access.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Context, prepared } from "../core/handlers.ts";
import {
  issueActionToken,
  readActionToken,
  type SpentToken,
  spendActionToken,
  supersedeActionTokens,
} from "./action-tokens.ts";
import { EmailChange, noteEmail, swapEmail } from "./email-change.ts";
import type { EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import { sendNotice } from "./notices.ts";
import { demandGoodPassword, holderOf } from "./password-rules.ts";
import type { AuthParts } from "./registration.ts";
import { isBrowserBound, unbindBrowser } from "./registration-binding.ts";
import { renewSessions } from "./renew-sessions.ts";
import { endSessions, signOutBrowser } from "./sessions.ts";
import {
  type AccountRow,
  findAccountById,
  lockAccount,
  markVerified,
  setPassword,
} from "./accounts.ts";
import { proveByReset } from "./unproven.ts";

const reason = "whoever proves an address need not be signed in";

export type Mailing = Pick<Context<typeof auth.register>, "tx" | "now" | "enqueue">;

export async function sendVerification(
  parts: Pick<AuthParts, "publicUrl">,
  { tx, now, enqueue }: Mailing,
  to: Pick<AccountRow, "id" | "email" | "locale"> & { firstName: string },
): Promise<void> {
  const token = await issueActionToken(tx, "verify_email", { userId: to.id, now });
  const link = new URL(`/auth/verify/${token}`, parts.publicUrl).href;
  await enqueue("mail.send", {
    to: to.email,
    template: "verify-email",
    locale: to.locale,
    values: { firstName: to.firstName, link },
  });
}

/** One answer for every address, after the same work: whose it is, is looked up when the answer is out. */
export const resendVerification = (parts: AuthParts) =>
  prepared<typeof auth.resendVerification>(reason, async ({ body, now, request }) => {
    await parts.networks.demand(limits.resendFromNetwork, request.ip, now);
    const key = emailKey(body.email);
    const isTooOften = (await parts.throttle.take(limits.resendToAddress, key, now)) !== null;
    return async ({ enqueue }) => {
      if (!isTooOften) await enqueue("auth.mailLink", { emailKey: key, purpose: "verify_email" });
      return { email: body.email };
    };
  });

type Verifying = Context<typeof auth.verifyEmail>;

const purposes = ["verify_email", "change_email"] as const;

export const verifyEmail = (parts: AuthParts & EnterParts) =>
  asSystem<typeof auth.verifyEmail>(reason, async (context) => {
    const { tx, now, path, caller, request } = context;
    const link = await readActionToken(tx, purposes, path.token, now);
    // A stranger who asked for this link must not be confirmed by the owner of the mailbox.
    if (link.purpose === "verify_email" && !isBrowserBound(parts, request, link.user_id))
      throw new Refusal("password_required");
    if (link.purpose === "change_email" && !isOwnSession(caller, link.user_id))
      throw new Refusal("sign_in_required");
    const spent = await spendActionToken(tx, purposes, path.token, now);
    return spent.purpose === "change_email"
      ? changeAddress(parts, context, spent)
      : proveAddress(parts, context, spent);
  });

const isOwnSession = (caller: Caller | null, userId: string): boolean =>
  caller?.user.id === userId &&
  (caller.session.authType === "password" || caller.session.authType === "oauth");

async function proveAddress(parts: AuthParts, context: Verifying, spent: SpentToken) {
  const { tx, now, note } = context;
  const account = await markVerified(tx, spent.user_id, now);
  if (account === null) throw new Refusal("token_action_expired");
  unbindBrowser(context, parts);
  note({
    actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: account.id, name: account.email },
  });
  return { email: account.email, isChange: false };
}

const ofNewAccount = ["verify_email"] as const;

/** The new password is checked before the link is consumed, so a refused one does not cost the link. */
export const verifyWithPassword = (parts: AuthParts & EnterParts) =>
  prepared<typeof auth.verifyWithPassword>(reason, async ({ body: { password }, path, now }) => {
    if (password === undefined || password === "") throw new Refusal("missing_password_field");
    const account = await parts.db.asSystem(reason, async (tx) => {
      const link = await readActionToken(tx, ofNewAccount, path.token, now);
      const holder = await findAccountById(tx, link.user_id);
      // Consumed between the two queries: the answer is that it was used.
      await readActionToken(tx, ofNewAccount, path.token, now);
      return holder;
    });
    if (account?.status !== "unverified") throw new Refusal("token_action_expired");
    // Not compared with the password there is: it may be the same person on another device.
    demandGoodPassword(password, holderOf(account));
    const passwordHash = await parts.passwords.hash(password);
    return (context) => takeOverByLink(parts, context, passwordHash);
  });

async function takeOverByLink(
  parts: AuthParts & EnterParts,
  context: Context<typeof auth.verifyWithPassword>,
  passwordHash: string,
) {
  const { tx, now, path, note } = context;
  const { user_id: userId } = await spendActionToken(tx, ofNewAccount, path.token, now);
  const account = await lockAccount(tx, userId);
  if (account?.status !== "unverified") throw new Refusal("token_action_expired");
  await setPassword(tx, userId, passwordHash, now);
  await proveByReset(tx, account, now);
  await supersedeActionTokens(tx, userId, ["reset_password", "change_email", "verify_email"], now);
  await endSessions(tx, userId, "taken_over", now);
  await signOutBrowser(context, parts.cookieName);
  unbindBrowser(context, parts);
  context.afterwards(() => parts.throttle.clear(limits.loginOfAccount, emailKey(account.email)));
  note({
    actor: { id: userId, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: userId, name: account.email },
    changes: [{ field: "password", from: null, to: "changed" }],
  });
  return { email: account.email };
}

/** The new address takes effect. Whoever got in by the old one is out, but for the browser the link was opened in. */
async function changeAddress(
  parts: AuthParts & EnterParts,
  context: Verifying,
  { user_id: userId, payload }: SpentToken,
) {
  const { tx, now, note } = context;
  const { email } = EmailChange.parse(payload);
  const before = await lockAccount(tx, userId);
  if (before?.status !== "active") throw new Refusal("token_action_expired");
  if (!(await swapEmail(tx, userId, email, now))) throw new Refusal("email_already_in_use");
  await supersedeActionTokens(tx, userId, ["reset_password", "change_email"], now);
  await renewSessions(parts, context, userId, "email_changed");
  await sendNotice(parts, context, before, "email_changed", { email });
  note({
    actor: { id: before.id, name: `${before.first_name} ${before.last_name}` },
    target: { type: "user", id: before.id, name: email },
    changes: [noteEmail(before.email, email)],
  });
  return { email, isChange: true };
}

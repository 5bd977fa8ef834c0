/** Whether an address is one's own: of a new account, or the one an account changes to. */
import type { auth } from "#contracts/auth.ts";
import { emailKey } from "#contracts/text.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Context, prepared } from "../core/handlers.ts";
import {
  issueActionToken,
  type SpentToken,
  spendActionToken,
  supersedeActionTokens,
} from "./action-tokens.ts";
import { EmailChange, noteEmail, swapEmail } from "./email-change.ts";
import type { EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import { sendNotice } from "./notices.ts";
import type { AuthParts } from "./registration.ts";
import { renewSessions } from "./renew-sessions.ts";
import { type AccountRow, lockAccount, markVerified } from "./accounts.ts";

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

export const verifyEmail = (parts: AuthParts & EnterParts) =>
  asSystem<typeof auth.verifyEmail>(reason, async (context) => {
    const { tx, now, path } = context;
    const spent = await spendActionToken(tx, ["verify_email", "change_email"], path.token, now);
    return spent.purpose === "change_email"
      ? changeAddress(parts, context, spent)
      : proveAddress(context, spent);
  });

async function proveAddress({ tx, now, note }: Verifying, spent: SpentToken) {
  const account = await markVerified(tx, spent.user_id, now);
  if (account === null) throw new Refusal("token_action_expired");
  note({
    actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
    target: { type: "user", id: account.id, name: account.email },
  });
  return { email: account.email, isChange: false };
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

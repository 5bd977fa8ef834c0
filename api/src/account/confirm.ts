/** Who it is, proven again in the middle of a session. */
import type { account as calls } from "#contracts/account.ts";
import type { ProblemCode } from "#contracts/errors.ts";
import { type AccountRow, findAccountById } from "../auth/accounts.ts";
import { limits } from "../auth/limits.ts";
import { sendNotice } from "../auth/notices.ts";
import { proveSecondFactor } from "../auth/second-factor.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, prepared } from "../core/handlers.ts";
import { type AccountParts, reason } from "./parts.ts";
import { setReauthenticated } from "./store.ts";

type Confirming = Context<(typeof calls)["confirm"]>;

/** People without a password sign in again instead: there is nothing here they could prove. */
export const confirm = (parts: AccountParts) =>
  prepared<(typeof calls)["confirm"]>(reason, async ({ body, caller, now }) => {
    const { id } = caller.user;
    await parts.throttle.demand(limits.confirm, id, now);
    const account = await parts.db.asSystem(reason, (tx) => findAccountById(tx, id));
    const isRight = await parts.passwords
      .isRight(account?.password_hash ?? null, body.currentPassword ?? "")
      .catch((error: unknown) =>
        parts.throttle.giveBack(limits.confirm, id).then(() => Promise.reject(error)),
      );
    if (!isRight || account === null) return (context) => refuse(context, "invalid_credentials");
    return (context) => prove(parts, context, account, body.otpToken ?? "");
  });

async function prove(
  parts: AccountParts,
  context: Confirming,
  account: AccountRow,
  token: string,
): Promise<null> {
  const { tx, now, caller, note } = context;
  if (account.two_factor) {
    const by = await proveSecondFactor(tx, parts.keys, account.id, token, now);
    if (by === null) return refuse(context, "invalid_otp_token");
    if (by === "recovery_code") await sendNotice(parts, context, account, "recovery_code_used");
  }
  await setReauthenticated(tx, caller.session.id, now);
  note({ target: { type: "user", id: account.id, name: account.email } });
  context.afterwards(() => parts.throttle.clear(limits.confirm, account.id));
  return null;
}

async function refuse({ caller, note }: Confirming, code: ProblemCode): Promise<never> {
  note({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
  throw new Refusal(code, { keepsChanges: true });
}

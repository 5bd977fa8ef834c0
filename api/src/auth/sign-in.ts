/** From e-mail and password to a session. */
import type { auth } from "#contracts/auth.ts";
import type { ProblemCode } from "#contracts/errors.ts";
import { emailKey } from "#contracts/text.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, prepared } from "../core/handlers.ts";
import { enter, type EnterParts } from "./enter.ts";
import { limits } from "./limits.ts";
import type { AuthParts } from "./registration.ts";
import { type AccountRow, findAccount, refusedStates } from "./store.ts";

const reason = "whoever signs in is not known to the wall yet";

export const login = (parts: AuthParts & EnterParts) =>
  prepared<typeof auth.login>(reason, async ({ body, now, request }) => {
    if (body.email === undefined || body.email === "") throw new Refusal("missing_email_field");
    if (body.password === undefined || body.password === "")
      throw new Refusal("missing_password_field");
    const key = emailKey(body.email);
    // Both are counted before the password is looked at, the address that asks first: one that is blocked cannot block accounts.
    await parts.networks.demand(limits.loginFromNetwork, request.ip, now);
    await parts.throttle.demand(limits.loginOfAccount, key, now);
    const account = await parts.db.asSystem(reason, (tx) => findAccount(tx, key));
    const forget = () =>
      Promise.all([
        parts.networks.giveBack(limits.loginFromNetwork, request.ip),
        parts.throttle.giveBack(limits.loginOfAccount, key),
      ]);
    const isRight = await parts.passwords
      .isRight(account?.password_hash ?? null, body.password)
      // Too many sign in at once: nothing was tried, so nothing counts.
      .catch((error: unknown) => forget().then(() => Promise.reject(error)));
    if (!isRight || account === null)
      return (context) => refuse(context, account, "invalid_credentials");
    await parts.networks.giveBack(limits.loginFromNetwork, request.ip);
    await parts.throttle.clear(limits.loginOfAccount, key);
    const { status } = account;
    if (status !== "active") return (context) => refuse(context, account, refusedStates[status]);
    return (context) => enter(parts, context, account, { authType: "password", isBoth: false });
  });

/** On record for known and unknown accounts alike, so that one takes no longer than the other. */
async function refuse(
  { note }: Context<typeof auth.login>,
  account: AccountRow | null,
  code: ProblemCode,
): Promise<never> {
  note({ target: { type: "user", id: account?.id ?? "unknown", name: account?.email ?? "" } });
  throw new Refusal(code, { keepsChanges: true });
}

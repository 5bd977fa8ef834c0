/** From e-mail and password to a session. */
import type { auth } from "#contracts/auth.ts";
import type { ProblemCode } from "#contracts/errors.ts";
import { emailKey } from "#contracts/text.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, prepared, type RequestInfo } from "../core/handlers.ts";
import type { ThrottleRule } from "../core/throttle.ts";
import { enter, type EnterParts } from "./enter.ts";
import { deviceToken, isKnownDevice } from "./known-devices.ts";
import { limits } from "./limits.ts";
import { learnFrom } from "./password-upkeep.ts";
import type { AuthParts } from "./registration.ts";
import { type AccountRow, findAccount, refusedStates } from "./accounts.ts";

const reason = "whoever signs in is not known to the wall yet";

type SignInParts = AuthParts & EnterParts;

export const login = (parts: SignInParts) =>
  prepared<typeof auth.login>(reason, async ({ body, now, request }) => {
    if (body.email === undefined || body.email === "") throw new Refusal("missing_email_field");
    if (body.password === undefined || body.password === "")
      throw new Refusal("missing_password_field");
    const { password } = body;
    const key = emailKey(body.email);
    const { account, counted } = await findWhoAsks(parts, key, request, now);
    // Both are counted before the password is looked at, the address that asks first: one that is blocked cannot block accounts.
    await parts.networks.demand(limits.loginFromNetwork, request.ip, now);
    await parts.throttle.demand(counted.rule, counted.subject, now, targetOf(account));
    const forget = () =>
      Promise.all([
        parts.networks.giveBack(limits.loginFromNetwork, request.ip),
        parts.throttle.giveBack(counted.rule, counted.subject),
      ]);
    const isRight = await parts.passwords
      .isRight(account?.password_hash ?? null, password)
      // Too many sign in at once: nothing was tried, so nothing counts.
      .catch((error: unknown) => forget().then(() => Promise.reject(error)));
    if (!isRight || account === null)
      return (context) => refuse(context, account, "invalid_credentials");
    await parts.networks.giveBack(limits.loginFromNetwork, request.ip);
    await parts.throttle.clear(counted.rule, counted.subject);
    await parts.networks.demand(limits.loginsFromNetwork, request.ip, now);
    const { status } = account;
    if (status !== "active") return (context) => refuse(context, account, refusedStates[status]);
    const learned = await learnFrom(parts.passwords, account, password);
    return (context) => enter(parts, context, account, { factor: "password", learned });
  });

/** A browser that is known has tries of its own, so that strangers who guess do not lock its owner out. */
async function findWhoAsks(
  parts: SignInParts,
  key: string,
  request: RequestInfo,
  now: Date,
): Promise<{
  account: AccountRow | null;
  counted: { rule: ThrottleRule; subject: string };
}> {
  const device = deviceToken(parts, request);
  return parts.db.asSystem(reason, async (tx) => {
    const account = await findAccount(tx, key);
    const isKnown = await isKnownDevice(tx, account?.id ?? null, device, now);
    return {
      account,
      counted: isKnown
        ? { rule: limits.loginFromDevice, subject: `${key}|${device}` }
        : { rule: limits.loginOfAccount, subject: key },
    };
  });
}

const targetOf = (account: AccountRow | null) => ({
  type: "user",
  id: account?.id ?? "unknown",
  name: account?.email ?? "",
});

/** On record for known and unknown accounts alike, so that one takes no longer than the other. */
async function refuse(
  { note }: Context<typeof auth.login>,
  account: AccountRow | null,
  code: ProblemCode,
): Promise<never> {
  note({ target: targetOf(account) });
  throw new Refusal(code, { keepsChanges: true });
}

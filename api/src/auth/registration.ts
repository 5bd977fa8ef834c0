/** From the form to a verified address. */
import type { auth, Registration } from "#contracts/auth.ts";
import { emailKey } from "#contracts/text.ts";
import type { Database } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { asSystem, type Context, prepared, type Run } from "../core/handlers.ts";
import { type Keys, newId } from "../core/keys.ts";
import type { Throttle } from "../core/throttle.ts";
import { issueActionToken, spendActionToken } from "./action-tokens.ts";
import { limits, type NetworkLimits } from "./limits.ts";
import { demandGoodPassword } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { isDomainRefused } from "./refused-domains.ts";
import { type AccountRow, findAccount, insertAccount, markVerified } from "./store.ts";

export interface AuthParts {
  readonly db: Database;
  readonly keys: Keys;
  readonly throttle: Throttle;
  readonly networks: NetworkLimits;
  readonly passwords: Passwords;
  readonly publicUrl: URL;
}

const reason = "whoever has no account yet belongs to no tenant";
const tosVersion = "2026-01";
const minAgeYears = 18;
/** The same form sent again within this time is the same registration: a double click, a lost answer. */
const repeatMs = 10 * 60_000;

function isOfAge(dob: string, now: Date): boolean {
  const [year = 0, month = 1, day = 1] = dob.split("-").map(Number);
  return Date.UTC(year + minAgeYears, month - 1, day) <= now.getTime();
}

export const register = (parts: AuthParts) =>
  prepared<typeof auth.register>(reason, async ({ body, now, request }) => {
    if (body.dob !== undefined && !isOfAge(body.dob, now))
      throw refuseField("dob", "under_age", "Only people of 18 or older can sign up");
    if (isDomainRefused(body.email)) throw new Refusal("registration_invalid_email");
    demandGoodPassword(body.password, { ...body, isStaff: false });
    const key = emailKey(body.email);
    await parts.networks.demand(limits.registerFromNetwork, request.ip, now);
    await parts.throttle.demand(limits.registerAddress, key, now);
    const passwordHash = await parts.passwords.hash(body.password);
    const taken = await parts.db.asSystem(reason, (tx) => findAccount(tx, key));
    if (taken !== null) return meetTaken(parts, taken, body, now);
    return (context) => openAccount(parts, context, passwordHash);
  });

async function openAccount(
  parts: AuthParts,
  context: Context<typeof auth.register>,
  passwordHash: string,
) {
  const { tx, body, now, request, note } = context;
  const id = newId(now);
  const account = {
    ...body,
    id,
    emailKey: emailKey(body.email),
    passwordHash,
    dob: body.dob ?? null,
    tosVersion,
    ip: request.ip,
    at: now,
  };
  if (!(await insertAccount(tx, account))) {
    const winner = await findAccount(tx, account.emailKey);
    if (winner === null) throw new Refusal("registration_email_already_in_use");
    return (await meetTaken(parts, winner, body, now))(context);
  }
  await sendVerification(parts, context, {
    id,
    email: body.email,
    firstName: body.firstName,
    locale: body.locale,
  });
  note({
    actor: { id, name: `${body.firstName} ${body.lastName}` },
    target: { type: "user", id, name: body.email },
  });
  return { email: body.email, recoveryCodes: null };
}

async function meetTaken(
  parts: AuthParts,
  account: AccountRow,
  body: Registration,
  now: Date,
): Promise<Run<typeof auth.register>> {
  const isRepeat =
    account.status === "unverified" &&
    now.getTime() - account.created_at.getTime() < repeatMs &&
    (await parts.passwords.isRight(account.password_hash, body.password));
  if (isRepeat) return async () => ({ email: account.email, recoveryCodes: null });
  return async ({ enqueue, note }) => {
    const link = new URL("/auth/login", parts.publicUrl).href;
    await enqueue("mail.send", {
      to: account.email,
      template: "already-registered",
      locale: account.locale,
      values: { firstName: account.first_name, link },
    });
    note({ target: { type: "user", id: account.id, name: account.email } });
    throw new Refusal("registration_email_already_in_use", { keepsChanges: true });
  };
}

type Mailing = Pick<Context<typeof auth.register>, "tx" | "now" | "enqueue">;

async function sendVerification(
  parts: AuthParts,
  { tx, now, enqueue }: Mailing,
  to: Pick<AccountRow, "id" | "email" | "locale"> & { firstName: string },
) {
  const token = await issueActionToken(tx, "verify_email", { userId: to.id, now });
  const link = new URL(`/auth/verify/${token}`, parts.publicUrl).href;
  await enqueue("mail.send", {
    to: to.email,
    template: "verify-email",
    locale: to.locale,
    values: { firstName: to.firstName, link },
  });
}

/** One answer for every address: known, unknown, verified, or asked for too often. */
export const resendVerification = (parts: AuthParts) =>
  prepared<typeof auth.resendVerification>(reason, async ({ body, now, request }) => {
    await parts.networks.demand(limits.resendFromNetwork, request.ip, now);
    const isTooOften =
      (await parts.throttle.take(limits.resendToAddress, emailKey(body.email), now)) !== null;
    return async (context) => {
      const account = isTooOften ? null : await findAccount(context.tx, emailKey(body.email));
      if (account?.status === "unverified")
        await sendVerification(parts, context, { ...account, firstName: account.first_name });
      return { email: body.email };
    };
  });

export const verifyEmail = () =>
  asSystem<typeof auth.verifyEmail>(reason, async ({ tx, now, path, note }) => {
    const spent = await spendActionToken(tx, ["verify_email"], path.token, now);
    const account = await markVerified(tx, spent.user_id, now);
    if (account === null) throw new Refusal("token_action_expired");
    note({
      actor: { id: account.id, name: `${account.first_name} ${account.last_name}` },
      target: { type: "user", id: account.id, name: account.email },
    });
    return { email: account.email, isChange: false };
  });

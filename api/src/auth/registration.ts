/** From the form to an account whose address is still to be verified. */
import type { auth, Registration } from "#contracts/auth.ts";
import { emailKey } from "#contracts/text.ts";
import type { Database } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { type Context, prepared, type Run } from "../core/handlers.ts";
import { type Keys, newId } from "../core/keys.ts";
import type { Throttle } from "../core/throttle.ts";
import { limits, type NetworkLimits } from "./limits.ts";
import { demandOfAge, tosVersion } from "./conditions.ts";
import { demandGoodPassword } from "./password-rules.ts";
import type { Passwords } from "./passwords.ts";
import { isDomainRefused } from "./refused-domains.ts";
import { bindBrowser } from "./registration-binding.ts";
import {
  demandUnspent,
  newSecret,
  secretCookie,
  secretCookieOptions,
  spendSecret,
  type WantedFactor,
  wantedFactor,
} from "./registration-secret.ts";
import { turnOn } from "./second-factor.ts";
import { type AccountRow, findAccount, insertAccount } from "./accounts.ts";
import { sendVerification } from "./verify-email.ts";

export interface AuthParts {
  readonly db: Database;
  readonly keys: Keys;
  readonly throttle: Throttle;
  readonly networks: NetworkLimits;
  readonly passwords: Passwords;
  readonly publicUrl: URL;
  readonly secureCookies: boolean;
}

const reason = "whoever has no account yet belongs to no tenant";
/** The same form sent again within this time is the same registration: a double click, a lost answer. */
const repeatMs = 10 * 60_000;

export const offerSecret = (parts: AuthParts) =>
  prepared<typeof auth.newSecret>(reason, async ({ now, request }) => {
    await parts.networks.demand(limits.secretFromNetwork, request.ip, now);
    return async ({ setCookie }) => {
      const { cookie, expires, secret } = newSecret(parts, now);
      setCookie(secretCookie(parts), cookie, { ...secretCookieOptions, expires });
      return { secret };
    };
  });

export const register = (parts: AuthParts) =>
  prepared<typeof auth.register>(reason, async ({ body, now, request }) => {
    if (body.dob !== undefined) demandOfAge(body.dob, now);
    if (isDomainRefused(body.email)) throw new Refusal("registration_invalid_email");
    demandGoodPassword(body.password, { ...body, isStaff: false });
    const wanted = wantedFactor(parts, body, request, now);
    const key = emailKey(body.email);
    await parts.networks.demand(limits.registerFromNetwork, request.ip, now);
    await parts.throttle.demand(limits.registerAddress, key, now);
    const passwordHash = await parts.passwords.hash(body.password);
    const taken = await parts.db.asSystem(reason, (tx) => findAccount(tx, key));
    if (taken !== null) return meetTaken(parts, taken, wanted, body, now);
    return (context) => openAccount(parts, context, passwordHash, wanted);
  });

async function openAccount(
  parts: AuthParts,
  context: Context<typeof auth.register>,
  passwordHash: string,
  wanted: WantedFactor | null,
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
    return (await meetTaken(parts, winner, wanted, body, now))(context);
  }
  bindBrowser(context, parts, id, now);
  const recoveryCodes = wanted === null ? null : await turnOnFromStart(parts, context, id, wanted);
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
  return { email: body.email, recoveryCodes };
}

async function turnOnFromStart(
  parts: AuthParts,
  { tx, now, clearCookie, note }: Context<typeof auth.register>,
  id: string,
  wanted: WantedFactor,
): Promise<string[]> {
  await spendSecret(tx, wanted);
  clearCookie(secretCookie(parts), secretCookieOptions);
  note({ changes: [{ field: "twoFactor", from: false, to: true }] });
  return turnOn(tx, parts.keys, id, wanted.secret, wanted.step, now);
}

async function meetTaken(
  parts: AuthParts,
  account: AccountRow,
  wanted: WantedFactor | null,
  body: Registration,
  now: Date,
): Promise<Run<typeof auth.register>> {
  const isRepeat =
    account.status === "unverified" &&
    now.getTime() - account.created_at.getTime() < repeatMs &&
    (await parts.passwords.isRight(account.password_hash, body.password));
  if (isRepeat)
    return async (context) => {
      // The answer to the first request may have been lost, and its cookie with it.
      bindBrowser(context, parts, account.id, now);
      return { email: account.email, recoveryCodes: null };
    };
  return async ({ tx, enqueue, note }) => {
    if (wanted !== null) await demandUnspent(tx, wanted);
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

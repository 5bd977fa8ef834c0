/** The second factor: on with a code of the app that has the secret, off and new recovery codes with one of those in use. */
import type { account as calls } from "#contracts/account.ts";
import { lockCaller } from "../auth/accounts.ts";
import { limits } from "../auth/limits.ts";
import { notifiedOf, sendNotice } from "../auth/notices.ts";
import { renewRecoveryCodes } from "../auth/recovery-codes.ts";
import { renewSessions } from "../auth/renew-sessions.ts";
import { proveSecondFactor, turnOff, turnOn } from "../auth/second-factor.ts";
import { claimCode, secretBoundTo, stepOfCode } from "../auth/totp.ts";
import { type Caller, demandConfirmed } from "../core/access.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import type { Run } from "../core/handlers.ts";
import {
  type AccountParts,
  type AskedUpdate,
  type Changing,
  nothingElse,
  type Updating,
} from "./parts.ts";

/** Of this session: a secret that somebody else hands out does not turn it on here. */
const secretOf = ({ keys }: Pick<AccountParts, "keys">, { session }: Caller): string =>
  secretBoundTo(keys, `settings ${session.id}`);

export const newSecret =
  (parts: AccountParts): Run<(typeof calls)["newSecret"]> =>
  async ({ caller }) => ({ secret: secretOf(parts, caller) });

export const twoFactor: Changing<"twoFactor"> = async (parts, asked, { enabled, otpToken }) => {
  demandConfirmed(asked.caller, asked.now);
  const token = otpToken ?? "";
  if (enabled) return (context) => enable(parts, context, token);
  await countTry(parts, asked);
  return (context) => disable(parts, context, token);
};

async function enable(parts: AccountParts, context: Updating, token: string) {
  const { tx, now, caller } = context;
  await demandState(tx, caller, false);
  const secret = secretOf(parts, caller);
  const step = stepOfCode(secret, token, now);
  if (step === null) return miss(context);
  const recoveryCodes = await turnOn(tx, parts.keys, caller.user.id, secret, step, now);
  const endedSessions = await renewSessions(parts, context, caller.user.id, "two_factor_on");
  await sendNotice(parts, context, notifiedOf(caller), "two_factor_on");
  noteFactor(context, false, true);
  return { recoveryCodes, endedSessions };
}

async function disable(parts: AccountParts, context: Updating, token: string) {
  const { tx, now, caller } = context;
  await demandState(tx, caller, true);
  if ((await proveSecondFactor(tx, parts.keys, caller.user.id, token, now)) === null)
    return miss(context);
  forgetTry(parts, context);
  await turnOff(tx, caller.user.id, now);
  const endedSessions = await renewSessions(parts, context, caller.user.id, "two_factor_off");
  await sendNotice(parts, context, notifiedOf(caller), "two_factor_off");
  noteFactor(context, true, false);
  return { recoveryCodes: null, endedSessions };
}

/** A recovery code does not make new ones: whoever found one would have ten. */
export const recoveryCodes: Changing<"recoveryCodes"> = async (parts, asked, { otpToken }) => {
  demandConfirmed(asked.caller, asked.now);
  await countTry(parts, asked);
  return async (context) => {
    const { tx, now, caller, note } = context;
    await demandState(tx, caller, true);
    if (!(await claimCode(tx, parts.keys, caller.user.id, otpToken ?? "", now)))
      return miss(context);
    forgetTry(parts, context);
    const codes = await renewRecoveryCodes(tx, parts.keys, caller.user.id, now);
    await sendNotice(parts, context, notifiedOf(caller), "recovery_codes_new");
    note({
      target: { type: "user", id: caller.user.id, name: caller.user.email },
      changes: [{ field: "recoveryCodes", from: null, to: "changed" }],
    });
    return { ...nothingElse, recoveryCodes: codes };
  };
};

/** Of two changes at once the second finds what the first has left. */
async function demandState(tx: Tx, caller: Caller, isOn: boolean): Promise<void> {
  const account = await lockCaller(tx, caller);
  if (account.two_factor !== isOn)
    throw new Refusal("action_not_possible", {
      message: isOn ? "The second factor is off" : "The second factor is on",
    });
}

/** Counted together with the tries of the second step: both guess the same code. */
const countTry = (parts: AccountParts, { caller, now }: AskedUpdate): Promise<void> =>
  parts.throttle.demand(limits.secondStep, caller.user.id, now);

const forgetTry = (parts: AccountParts, { caller, afterwards }: Updating): void =>
  afterwards(() => parts.throttle.giveBack(limits.secondStep, caller.user.id));

function miss({ caller, note }: Updating): never {
  note({ target: { type: "user", id: caller.user.id, name: caller.user.email } });
  throw new Refusal("invalid_otp_token", { keepsChanges: true });
}

const noteFactor = ({ caller, note }: Updating, from: boolean, to: boolean): void =>
  note({
    target: { type: "user", id: caller.user.id, name: caller.user.email },
    changes: [{ field: "twoFactor", from, to }],
  });

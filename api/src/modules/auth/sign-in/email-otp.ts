/** The email OTP of the second step: six digits, valid for ten minutes; only the newest code works. */
import { randomInt } from "node:crypto";
import type { Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/lib/problem-error.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import type {
  NotificationRecipient,
  NotificationContext,
} from "../../accounts/security-notifications.ts";
import { parseOtpCode } from "../two-factor/totp.ts";
import { sendMail } from "../../mail/send-mail.ts";
import { countEmailOtpAttempts, deleteEmailOtp, saveEmailOtp } from "./store.ts";

const codeSpace = 1_000_000;
const digits = 6;
const ttlMs = 10 * 60_000;
/** Limits how many emails an attacker who knows the password can cause. */
const maxAttemptsPerHour = 10;
const hourMs = 3_600_000;
const hourSeconds = 3_600;

const hashCode = (keys: Keyring, sessionId: string, code: string) =>
  keys.hmac("email-code", `${sessionId}|${code}`);

/** For a new login attempt. The caller holds the lock of the account. */
export async function sendFirstEmailOtp(
  keys: Keyring,
  mailing: NotificationContext,
  to: NotificationRecipient,
  sessionId: string,
): Promise<void> {
  const { tx, now } = mailing;
  const since = new Date(now.getTime() - hourMs);
  if ((await countEmailOtpAttempts(tx, to.id, since)) > maxAttemptsPerHour)
    throw new ProblemError("too_many_requests", { seconds: hourSeconds });
  await sendEmailOtp(keys, mailing, to, sessionId);
}

export async function sendEmailOtp(
  keys: Keyring,
  context: NotificationContext,
  to: NotificationRecipient,
  sessionId: string,
): Promise<void> {
  const { tx, now } = context;
  const code = String(randomInt(codeSpace)).padStart(digits, "0");
  const expires = new Date(now.getTime() + ttlMs);
  await saveEmailOtp(tx, sessionId, hashCode(keys, sessionId, code), expires);
  await sendMail(context, to, "sign-in-code", { firstName: to.first_name, code });
}

/** Of concurrent attempts with the right code one succeeds. */
export async function consumeEmailOtp(
  tx: Tx,
  keys: Keyring,
  sessionId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = parseOtpCode(text);
  if (code === null) return false;
  return deleteEmailOtp(tx, sessionId, hashCode(keys, sessionId, code), now);
}

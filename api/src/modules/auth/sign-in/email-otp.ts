/** The code that is mailed for the second step: six digits, ten minutes, and only the newest works. */
import { randomInt } from "node:crypto";
import { sql, type Tx } from "../../../core/db/db.ts";
import { ProblemError } from "../../../core/http/problem-error.ts";
import type { Keyring } from "../../../core/lib/crypto.ts";
import type {
  NotificationRecipient,
  NotificationContext,
} from "../accounts/security-notifications.ts";
import { parseOtpCode } from "../two-factor/totp.ts";
import { sendEmail } from "../../mail/send-email.ts";

const codeSpace = 1_000_000;
const digits = 6;
const ttlMs = 10 * 60_000;
/** Somebody who knows the password shall not fill the mailbox. */
const maxAttemptsPerHour = 10;
const hourMs = 3_600_000;
const hourSeconds = 3_600;

const hashCode = (keys: Keyring, sessionId: string, code: string) =>
  keys.hmac("email-code", `${sessionId}|${code}`);

/** For an attempt that has just begun. The caller holds the account's lock. */
export async function sendFirstEmailOtp(
  keys: Keyring,
  mailing: NotificationContext,
  to: NotificationRecipient,
  sessionId: string,
): Promise<void> {
  const { tx, now } = mailing;
  const since = new Date(now.getTime() - hourMs);
  const { n } = await tx.one<{ n: number }>(sql`
    SELECT count(*) AS n FROM session WHERE user_id = ${to.id} AND auth_type = 'login-attempt' AND second_step = 'token' AND created_at > ${since}`);
  if (n > maxAttemptsPerHour) throw new ProblemError("too_many_requests", { seconds: hourSeconds });
  await sendEmailOtp(keys, mailing, to, sessionId);
}

export async function sendEmailOtp(
  keys: Keyring,
  { tx, now, enqueue }: NotificationContext,
  to: NotificationRecipient,
  sessionId: string,
): Promise<void> {
  const code = String(randomInt(codeSpace)).padStart(digits, "0");
  const expires = new Date(now.getTime() + ttlMs);
  await tx.execute(sql`
    INSERT INTO email_otp (session_id, code_hash, expires_at) VALUES (${sessionId}, ${hashCode(keys, sessionId, code)}, ${expires})
    ON CONFLICT (session_id) DO UPDATE SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at`);
  await enqueue(sendEmail, {
    to: to.email,
    template: "sign-in-code",
    locale: to.locale,
    values: { firstName: to.first_name, code },
  });
}

/** Of any number of attempts with the right code one succeeds. */
export async function consumeEmailOtp(
  tx: Tx,
  keys: Keyring,
  sessionId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = parseOtpCode(text);
  if (code === null) return false;
  const consumed = await tx.execute(sql`
    DELETE FROM email_otp WHERE session_id = ${sessionId} AND code_hash = ${hashCode(keys, sessionId, code)} AND expires_at > ${now}`);
  return consumed === 1;
}

/** The code that is mailed for the second step: six digits, ten minutes, and only the newest works. */
import { randomInt } from "node:crypto";
import { sql, type Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import type { Keys } from "../core/keys.ts";
import type { Notified, Notifying } from "./notices.ts";
import { readCode } from "./totp.ts";

const codes = 1_000_000;
const digits = 6;
const lifeMs = 10 * 60_000;
/** Somebody who knows the password shall not fill the mailbox. */
const maxAttemptsAnHour = 10;
const hourMs = 3_600_000;
const hourSeconds = 3_600;

const hashOf = (keys: Keys, sessionId: string, code: string) =>
  keys.mac("email-code", `${sessionId}|${code}`);

/** For an attempt that has just begun. The caller holds the account's lock. */
export async function mailFirstCode(
  keys: Keys,
  mailing: Notifying,
  to: Notified,
  sessionId: string,
): Promise<void> {
  const { tx, now } = mailing;
  const since = new Date(now.getTime() - hourMs);
  const { n } = await tx.one<{ n: number }>(sql`
    SELECT count(*) AS n FROM session WHERE user_id = ${to.id} AND auth_type = 'login-attempt' AND second_step = 'token' AND created_at > ${since}`);
  if (n > maxAttemptsAnHour) throw new Refusal("too_many_requests", { seconds: hourSeconds });
  await mailCode(keys, mailing, to, sessionId);
}

export async function mailCode(
  keys: Keys,
  { tx, now, enqueue }: Notifying,
  to: Notified,
  sessionId: string,
): Promise<void> {
  const code = String(randomInt(codes)).padStart(digits, "0");
  const expires = new Date(now.getTime() + lifeMs);
  await tx.run(sql`
    INSERT INTO email_otp (session_id, code_hash, expires_at) VALUES (${sessionId}, ${hashOf(keys, sessionId, code)}, ${expires})
    ON CONFLICT (session_id) DO UPDATE SET code_hash = EXCLUDED.code_hash, expires_at = EXCLUDED.expires_at`);
  await enqueue("mail.send", {
    to: to.email,
    template: "sign-in-code",
    locale: to.locale,
    values: { firstName: to.first_name, code },
  });
}

/** Of any number of attempts with the right code one succeeds. */
export async function spendMailCode(
  tx: Tx,
  keys: Keys,
  sessionId: string,
  text: string,
  now: Date,
): Promise<boolean> {
  const code = readCode(text);
  if (code === null) return false;
  const spent = await tx.run(sql`
    DELETE FROM email_otp WHERE session_id = ${sessionId} AND code_hash = ${hashOf(keys, sessionId, code)} AND expires_at > ${now}`);
  return spent === 1;
}

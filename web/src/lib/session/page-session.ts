/** The session info in the page's HTML. Its CSRF token is masked there, because the page is sent compressed. */
import { auth, type SessionInfo } from "#contracts/auth.ts";
import { findPageAnswer, type PageAnswers } from "../api/page-answers.ts";

const bytesOf = (hex: string): number[] =>
  (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));

/** The first half of the hex digits are random bytes, the second half is the token XOR those. */
export function unmaskToken(masked: string): string {
  const bytes = bytesOf(masked);
  const pad = bytes.slice(0, bytes.length / 2);
  return String.fromCharCode(...pad.map((byte, at) => byte ^ (bytes[pad.length + at] ?? 0)));
}

const isSession = (data: object | null): data is SessionInfo =>
  data !== null && "userSession" in data;

/** Null if the page has no session info. */
export function sessionOfPage(answers: PageAnswers): SessionInfo | null {
  const self = findPageAnswer(answers, auth.self);
  if (!isSession(self)) return null;
  const { csrf } = self.userSession;
  return { ...self, userSession: { ...self.userSession, csrf: unmaskToken(csrf) } };
}

/** Redacts mail server errors for the log: no recipient and no content of the email. */
import type { OutgoingEmail } from "../../ports/mailer.ts";

const mask = "[masked]";
const longestReason = 300;
/** Matches an email address or link within a text. */
const word = /[^\s"'<>()[\]:;,=]+/g;

/**
 * Converts a delivery error for the log: the server's code and text, without the recipient and without words of the
 * email that are links or contain digits (codes and tokens), which some servers quote.
 */
export function sendingError(error: unknown, email: OutgoingEmail): Error {
  const field = (name: string): string => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const location = [field("code"), field("command")].filter((part) => part !== "").join(" at ");
  const reason = field("response") || (error instanceof Error ? error.message : String(error));
  let text = reason.replaceAll(email.to, mask);
  for (const secret of secretWords(email)) text = text.replaceAll(secret, mask);
  text = text
    .replace(word, (match) => (match.includes("@") ? mask : match))
    .slice(0, longestReason);
  return new Error(`The email was not accepted (${location || "unknown"}): ${text}`);
}

/** Longest first, so that a link is masked before a part of it. */
function secretWords(email: OutgoingEmail): string[] {
  const words = `${email.subject} ${email.text} ${email.html}`.split(/[\s"'<>]+/);
  const secret = words.filter((word) => word.length >= 6 && /\d|:\/\//.test(word));
  const parts = secret.flatMap((word) => word.split(/[^\w-]+/)).filter((part) => /\d/.test(part));
  return [...new Set([...secret, ...parts])]
    .filter((word) => word.length >= 6)
    .sort((one, other) => other.length - one.length);
}

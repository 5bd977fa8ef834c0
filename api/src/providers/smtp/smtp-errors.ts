/** What a mail server's refusal may say in a log: not to whom the mail went, and nothing of what it says. */
import type { OutgoingEmail } from "../../ports/mailer.ts";

const mask = "[masked]";
const longestReason = 300;
/** A word of a refusal, as far as an address or a link goes. */
const word = /[^\s"'<>()[\]:;,=]+/g;

/**
 * The error of a mail that could not be sent: the server's code and words, without the recipient and
 * without words of the mail that are links or hold digits (codes and tokens), which some servers quote.
 */
export function sendingError(error: unknown, mail: OutgoingEmail): Error {
  const field = (name: string): string => {
    const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined;
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const where = [field("code"), field("command")].filter((part) => part !== "").join(" at ");
  const reason = field("response") || (error instanceof Error ? error.message : String(error));
  let said = reason.replaceAll(mail.to, mask);
  for (const secret of secretWords(mail)) said = said.replaceAll(secret, mask);
  said = said.replace(word, (text) => (text.includes("@") ? mask : text)).slice(0, longestReason);
  return new Error(`The mail was not accepted (${where || "unknown"}): ${said}`);
}

/** The longest first, so that a link is masked before a part of it. */
function secretWords(mail: OutgoingEmail): string[] {
  const words = `${mail.subject} ${mail.text} ${mail.html}`.split(/[\s"'<>]+/);
  const secret = words.filter((word) => word.length >= 6 && /\d|:\/\//.test(word));
  const parts = secret.flatMap((word) => word.split(/[^\w-]+/)).filter((part) => /\d/.test(part));
  return [...new Set([...secret, ...parts])]
    .filter((word) => word.length >= 6)
    .sort((one, other) => other.length - one.length);
}

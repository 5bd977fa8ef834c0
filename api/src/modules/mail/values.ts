/** Kinds of values a mail is composed of. The schema of a template says which text comes from a person. */
import { z } from "zod";

const maxTextLength = 2000;

/** Text a person wrote: it cannot start a new header line, and mail clients do not turn it into a link. */
export const writtenText = z.string().max(maxTextLength).transform(neutralizeLinks);

/** A code or an IP address, which the server made. */
export const plainText = z.string().max(maxTextLength);

/** A URL of the console. */
export const consoleUrl = z.url({ protocol: /^https?$/ }).max(maxTextLength);

/** ISO 8601 in UTC. A job queued by an earlier release brings the finished text instead. */
export const timestamp = z.string().max(maxTextLength);

/**
 * Mail clients link `evil.example` too, hence the space after each separator. A backslash is a separator
 * because the message formatter reads `\u002e` in a value as a full stop.
 */
function neutralizeLinks(value: string): string {
  return value
    .replace(/[\r\n]+/g, " ")
    .replace(/https?:\/\/\S*|www\.\S*/gi, "…")
    .replace(/[.@:/\\](?=\S)/g, "$& ");
}

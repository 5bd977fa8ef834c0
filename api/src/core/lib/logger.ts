/**
 * Structured logs. Requests are logged by their route, so that no token of a path is written down. Of an error
 * only its message is logged, and each line is masked: messages of mail servers, PostgreSQL and providers
 * quote email addresses, links and values.
 */
import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino } from "pino";
import { addressOf } from "./addresses.ts";

const secretFields = [
  "password",
  "token",
  "secret",
  "cookie",
  "authorization",
  "otpToken",
  "otpSecret",
  "adminPass",
  "user_data",
];

export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level,
    base: null,
    redact: {
      paths: secretFields.flatMap((field) => [
        field,
        `*.${field}`,
        `*.*.${field}`,
        `err.config.${field}`,
      ]),
      censor: "[redacted]",
    },
    serializers: {
      req: (request: {
        id: string;
        method: string;
        ip: string;
        ips?: string[];
        routeOptions?: { url?: string | undefined };
      }) => ({
        id: request.id,
        method: request.method,
        route: request.routeOptions?.url ?? "none",
        ip: addressOf(request),
      }),
      err: serializeError,
    },
    hooks: { streamWrite: masked },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What an email address is made of; the slash is left out, so that `@scope` in a file's path stays. */
const word = /[^\s"'\\<>()[\]:;,=/]+/g;
const isAddress = (text: string) => text.indexOf("@") > 0 && !text.endsWith("@");
/** The path, query and fragment of a link; providers' errors name theirs without the scheme. */
const linkRest = /(https?:\/\/[^\s"'\\/?#<>]{1,255})[/?#][^\s"'\\<>]*/g;
/** Tokens are 32 random bytes in base64url; hashes in logs are hexadecimal. */
const tokenLike = /(?<![\w-])(?![0-9a-f]+(?![\w-]))[\w-]{40,}/g;

export function masked(line: string): string {
  return line
    .replace(linkRest, "$1/[masked]")
    .replace(word, (text) => (isAddress(text) ? "[email]" : text))
    .replace(tokenLike, "[token]");
}

/** PostgreSQL's errors about data (class 22) quote the value itself. */
const quotesValue = (error: Error) =>
  "code" in error && typeof error.code === "string" && /^22[0-9A-Z]{3}$/.test(error.code);

/** What an error says, without whatever a library hung onto it: a whole connection, with its settings. */
function serializeError(error: Error): object {
  const { name, cause } = error;
  const plain = (text: string | undefined) =>
    quotesValue(error) ? text?.replace(/"[^"]*"/g, '"[value]"') : text;
  return {
    type: name,
    message: plain(error.message),
    stack: plain(error.stack),
    ...("code" in error ? { code: error.code } : {}),
    ...(cause instanceof Error ? { cause: serializeError(cause) } : {}),
  };
}

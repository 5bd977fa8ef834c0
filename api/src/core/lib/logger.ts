/**
 * Structured logs. Requests are logged by route, so that no token of a path is logged. Of an error only its message
 * is logged, and every line is masked: messages of mail servers, PostgreSQL and providers quote email addresses,
 * links and values.
 */
import type { FastifyBaseLogger } from "fastify";
import { type DestinationStream, pino } from "pino";
import { clientAddress } from "./addresses.ts";

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
  "userData",
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
        ip: clientAddress(request),
      }),
      err: serializeError,
    },
    hooks: { streamWrite: maskSecrets },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Characters of an email address, without the slash, so that `@scope` in a file path is kept. */
const word = /[^\s"'\\<>()[\]:;,=/]+/g;
const isAddress = (text: string) => text.indexOf("@") > 0 && !text.endsWith("@");
/** Path, query and fragment of a link; errors of providers contain theirs without the scheme. */
const linkRest = /(https?:\/\/[^\s"'\\/?#<>]{1,255})[/?#][^\s"'\\<>]*/g;
/** Tokens are 32 random bytes in base64url; hashes in logs are hexadecimal. */
const tokenLike = /(?<![\w-])(?![0-9a-f]+(?![\w-]))[\w-]{40,}/g;

export function maskSecrets(line: string): string {
  return line
    .replace(linkRest, "$1/[masked]")
    .replace(word, (text) => (isAddress(text) ? "[email]" : text))
    .replace(tokenLike, "[token]");
}

/** PostgreSQL errors of class 22 (data exceptions) quote the value itself. */
const quotesValue = (error: Error) =>
  "code" in error && typeof error.code === "string" && /^22[0-9A-Z]{3}$/.test(error.code);

/** Serializes an error without properties added by libraries, such as a whole connection with its settings. */
function serializeError(error: Error): object {
  const { name, cause } = error;
  const withoutValues = (text: string | undefined) =>
    quotesValue(error) ? text?.replace(/"[^"]*"/g, '"[value]"') : text;
  return {
    type: name,
    message: withoutValues(error.message),
    stack: withoutValues(error.stack),
    ...("code" in error ? { code: error.code } : {}),
    ...(cause instanceof Error ? { cause: serializeError(cause) } : {}),
  };
}

/** Structured logs. Addresses are logged as their template, so that no token in a path is written down. */
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

export function makeLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
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
      err: plainError,
    },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** What an error says, without whatever a library hung onto it: a whole connection, with its settings. */
function plainError(error: Error): object {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...("code" in error ? { code: error.code } : {}),
    ...(cause instanceof Error ? { cause: plainError(cause) } : {}),
  };
}

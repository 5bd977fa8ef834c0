/** Interprets responses of the cloud: a body of a known shape, a rejection, or an outage. */
import { z } from "zod";
import { ComputeError } from "#api/ports/compute.ts";
import type { HttpResponse } from "../json-request.ts";

/** The cloud rejected the request. */
export interface ApiRejection {
  status: number;
  /** Neutron's error type; "" for other services. */
  type: string;
  message: string;
  requestId: string | null;
}

export type ResponseOutcome =
  | {
      ok: true;
      body: unknown;
      /** By the cloud's clock, with a precision of seconds; null if the response has no date. */
      at: Date | null;
    }
  | { ok: false; rejection: ApiRejection };

/** The services' indication of a next page: their own page size may be lower than the requested one. */
export const PageLinks = z.array(z.looseObject({ rel: z.string() })).default([]);

export function hasNextPage(links: z.output<typeof PageLinks>): boolean {
  return links.some(({ rel }) => rel === "next");
}

/** Parses a response body; an unexpected shape counts as an outage. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw ComputeError.unavailable(
    `unexpected response of the cloud: ${z.prettifyError(result.error)}`,
  );
}

export function toOutcome(response: HttpResponse): ResponseOutcome {
  if (response.status >= 200 && response.status < 300) {
    const dateMs = Date.parse(response.headers.get("date") ?? "");
    return { ok: true, body: response.body, at: Number.isNaN(dateMs) ? null : new Date(dateMs) };
  }
  const rejection = toRejection(response);
  // Cinder answers an exhausted quota with 413 too, and then sends a Retry-After of 0.
  const isRateLimit =
    response.status === 429 || (response.status === 413 && (response.retryAfterMs ?? 0) > 0);
  if (response.status >= 500 || isRateLimit || response.status === 408 || response.status < 400) {
    throw ComputeError.unavailable(`${response.status}: ${rejection.message}`, {
      requestId: response.requestId,
      retryAfterMs: response.retryAfterMs,
    });
  }
  return { ok: false, rejection };
}

const NeutronShape = z.looseObject({
  NeutronError: z.looseObject({ type: z.string(), message: z.string() }),
});
const WrappedShape = z.record(z.string(), z.looseObject({ message: z.string() }));
const FlatShape = z.looseObject({ message: z.string() });

/** Each service wraps its errors differently; see emulators/openstack for all variants. */
export function toRejection({ status, requestId, body }: HttpResponse): ApiRejection {
  const neutron = NeutronShape.safeParse(body);
  if (neutron.success) {
    const { type, message } = neutron.data.NeutronError;
    return { status, requestId, type, message: withoutValue(message) };
  }
  const wrapped = WrappedShape.safeParse(body);
  const message = wrapped.success
    ? Object.values(wrapped.data)[0]?.message
    : FlatShape.safeParse(body).data?.message.replace(/<br \/>|\n/g, "");
  return { status, requestId, type: "", message: withoutValue(message ?? "no reason given") };
}

const longestMessage = 500;
/** Longer words are encoded values. */
const longestWord = 80;

const secretFields = ["user_data", "adminPass", "password", "personality", "metadata"];

/** Nova's schema errors quote the submitted value, such as user data or a password. */
function withoutValue(message: string): string {
  const field = secretFields.find((name) => message.includes(`field/attribute ${name}`));
  return field === undefined
    ? message
        .replace(/[A-Za-z0-9+/=_-]+/g, (word) => (word.length < longestWord ? word : "[value]"))
        .slice(0, longestMessage)
    : `Invalid input for field/attribute ${field}. [value]`;
}

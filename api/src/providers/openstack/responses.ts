/** What an answer of the cloud says: a body of a known shape, a refusal, or an outage. */
import { z } from "zod";
import { ComputeError } from "#api/ports/compute.ts";
import type { HttpResponse } from "./http.ts";

/** The cloud understood and said no. */
export interface ApiRejection {
  status: number;
  /** Neutron's name for it, "" elsewhere. */
  type: string;
  message: string;
  requestId: string | null;
}

export type ResponseOutcome =
  | {
      ok: true;
      body: unknown;
      /** By the cloud's own clock, to the second; null where it does not say. */
      at: Date | null;
    }
  | { ok: false; refusal: ApiRejection };

/** Nova's way to say that a list goes on: its own limit may be lower than the one asked for. */
export const PageLinks = z.array(z.looseObject({ rel: z.string() })).default([]);

export function hasNextPage(links: z.output<typeof PageLinks>): boolean {
  return links.some(({ rel }) => rel === "next");
}

/** What the cloud sent, in the shape the code relies on; anything else counts as an outage. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw ComputeError.unavailable(
    `the cloud's answer is not understood: ${z.prettifyError(result.error)}`,
  );
}

export function toOutcome(reply: HttpResponse): ResponseOutcome {
  if (reply.status >= 200 && reply.status < 300) {
    const dateMs = Date.parse(reply.headers.get("date") ?? "");
    return { ok: true, body: reply.body, at: Number.isNaN(dateMs) ? null : new Date(dateMs) };
  }
  const problem = toRejection(reply);
  if (reply.status >= 500 || reply.status === 429 || reply.status === 408 || reply.status < 400) {
    throw ComputeError.unavailable(`${reply.status}: ${problem.message}`, {
      requestId: reply.requestId,
      retryAfterMs: reply.retryAfterMs,
    });
  }
  return { ok: false, refusal: problem };
}

const NeutronShape = z.looseObject({
  NeutronError: z.looseObject({ type: z.string(), message: z.string() }),
});
const WrappedShape = z.record(z.string(), z.looseObject({ message: z.string() }));
const FlatShape = z.looseObject({ message: z.string() });

/** Each service wraps its errors differently; see emulators/openstack for all of them. */
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
/** Longer ones are encoded values. */
const longestWord = 80;

const secretFields = ["user_data", "adminPass", "password", "personality", "metadata"];

/** Nova's schema errors repeat the value that was sent, such as user data or a password. */
function withoutValue(message: string): string {
  const field = secretFields.find((name) => message.includes(`field/attribute ${name}`));
  return field === undefined
    ? message
        .replace(/[A-Za-z0-9+/=_-]+/g, (word) => (word.length < longestWord ? word : "[value]"))
        .slice(0, longestMessage)
    : `Invalid input for field/attribute ${field}. [value]`;
}

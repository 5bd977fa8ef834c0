/** Webhooks of Stripe: the signature, and what an event is about. */
import { z } from "zod";
import { createHmac } from "node:crypto";
import { constantTimeEqual } from "../../core/lib/crypto.ts";
import { PaymentsError, type PaymentsEvent } from "../../ports/payments.ts";

/** How old a signature may be, so that a recorded webhook cannot be sent again later. */
const toleranceSeconds = 300;

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(100),
  data: z.object({ object: z.object({ id: z.string().min(1).max(255), object: z.string() }) }),
});

const subjects = {
  setup_intent: "setup",
  payment_intent: "payment",
  payment_method: "card",
  refund: "refund",
  charge: "charge",
  dispute: "dispute",
} as const;
const isSubject = (name: string): name is keyof typeof subjects => name in subjects;

export function readStripeEvent(
  rawBody: string,
  signature: string,
  secrets: readonly string[],
  now: Date,
): PaymentsEvent | null {
  assertSigned(rawBody, signature, secrets, now);
  const event = Event.safeParse(parseJson(rawBody));
  if (!event.success) return null;
  const { id: eventId, type, data } = event.data;
  const { object } = data.object;
  // Other events of a charge say what its payment says.
  if (object === "charge" && type !== "charge.refunded") return null;
  return isSubject(object)
    ? { eventId, type, subject: { kind: subjects[object], id: data.object.id } }
    : null;
}

/**
 * Checked here and not by the package, which reads the system time: the header is `t=<seconds>,v1=<hex>`, with one `v1`
 * per secret while a secret is rotated.
 */
function assertSigned(
  rawBody: string,
  header: string,
  secrets: readonly string[],
  now: Date,
): void {
  const parts = header.split(",").map((part) => part.trim().split("="));
  const seconds = parts.find(([name]) => name === "t")?.[1] ?? "";
  const given = parts.filter(([name]) => name === "v1").map(([, value]) => value ?? "");
  if (!/^\d{1,12}$/.test(seconds)) throw badSignature("no timestamp");
  const age = Math.abs(Math.floor(now.getTime() / 1000) - Number(seconds));
  if (age > toleranceSeconds) throw badSignature("too old");
  const expected = secrets.map((secret) =>
    createHmac("sha256", secret).update(`${seconds}.${rawBody}`).digest("hex"),
  );
  const isValid = expected.some((hex) =>
    given.some((value) => constantTimeEqual(Buffer.from(value), Buffer.from(hex))),
  );
  if (!isValid) throw badSignature("no signature matches");
}

const badSignature = (why: string) => new PaymentsError("bad_signature", why);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

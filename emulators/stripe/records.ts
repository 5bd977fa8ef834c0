/** What the emulated account contains. Card numbers are test numbers only; any other is declined and not kept. */
import { z } from "zod";

const Metadata = z.record(z.string(), z.string());
const Failure = z.object({
  code: z.string(),
  declineCode: z.string().nullable(),
  message: z.string(),
  cardId: z.string().nullable(),
  chargeId: z.string().nullable(),
});
export type Failure = z.infer<typeof Failure>;

export const Customer = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  metadata: Metadata,
  created: z.int(),
});
export type Customer = z.infer<typeof Customer>;

export const Card = z.object({
  id: z.string(),
  /** A test number. */
  number: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  customer: z.string().nullable(),
  /** Saved after an authentication. */
  wasSetUp: z.boolean(),
  created: z.int(),
});
export type Card = z.infer<typeof Card>;

const Intent = z.object({
  id: z.string(),
  clientSecret: z.string(),
  customer: z.string().nullable(),
  card: z.string().nullable(),
  status: z.enum([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
    "succeeded",
    "canceled",
  ]),
  failure: Failure.nullable(),
  description: z.string().nullable(),
  metadata: Metadata,
  created: z.int(),
});
export const SetupIntent = Intent.extend({ usage: z.string() });
export type SetupIntent = z.infer<typeof SetupIntent>;

export const PaymentIntent = Intent.extend({
  amount: z.int(),
  currency: z.string(),
  received: z.int(),
  charge: z.string().nullable(),
  offSession: z.boolean(),
  canceledAt: z.int().nullable(),
});
export type PaymentIntent = z.infer<typeof PaymentIntent>;

export const Charge = z.object({
  id: z.string(),
  paymentIntent: z.string(),
  customer: z.string().nullable(),
  card: z.string(),
  amount: z.int(),
  refunded: z.int(),
  currency: z.string(),
  disputed: z.boolean(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** The bank has not decided yet. */
  isPending: z.boolean().default(false),
  description: z.string().nullable(),
  metadata: Metadata,
  created: z.int(),
});
export type Charge = z.infer<typeof Charge>;

export const Refund = z.object({
  id: z.string(),
  charge: z.string(),
  paymentIntent: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(["pending", "succeeded", "failed", "canceled"]),
  failureReason: z.string().nullable().default(null),
  failedAt: z.int().nullable().default(null),
  metadata: Metadata,
  created: z.int(),
});
export type Refund = z.infer<typeof Refund>;

export const Dispute = z.object({
  id: z.string(),
  charge: z.string(),
  paymentIntent: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(["needs_response", "won", "lost"]),
  /** What the bank took back and gave back so far. */
  withdrawn: z.int().default(0),
  reinstated: z.int().default(0),
  withdrawnAt: z.int().nullable().default(null),
  reinstatedAt: z.int().nullable().default(null),
  created: z.int(),
});
export type Dispute = z.infer<typeof Dispute>;

/** Everything that survives a restart of the emulator. */
export const AccountSnapshot = z.object({
  customers: z.array(Customer),
  cards: z.array(Card),
  setupIntents: z.array(SetupIntent),
  paymentIntents: z.array(PaymentIntent),
  charges: z.array(Charge),
  refunds: z.array(Refund),
  disputes: z.array(Dispute),
});
export type AccountSnapshot = z.infer<typeof AccountSnapshot>;

/**
 * Starts what a browser completes with the payment provider: saving a card, paying an invoice, topping up. Its own row is
 * committed before the provider is asked, so that every request to the provider has a key that a repetition reuses.
 */
import { minimumChargeCents, type payments as endpoints } from "#contracts/payments.ts";
import type { StartedAuthentication } from "#contracts/payments.ts";
import {
  type Handlers,
  type PreparationContext,
  preparedHandler,
} from "../../../core/http/handlers.ts";
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../../core/lib/problem-error.ts";
import type { PaymentsProvider, StartedIntent } from "../../../ports/payments.ts";
import { lockBillingAccount } from "../ledger.ts";
import { lockInvoice } from "../pay-invoices-store.ts";
import {
  findCard,
  findCustomer,
  insertCustomer,
  insertSetup,
  setSetupProviderId,
  type StoredCard,
} from "./payment-methods-store.ts";
import {
  askPayments,
  outsideRequest,
  type PaymentsDeps,
  requirePayments,
} from "./payments-deps.ts";
import {
  countStarted,
  findInFlight,
  insertPayment,
  type PaymentRow,
  setPaymentProviderId,
} from "./payments-store.ts";
import { endWaitingPayment, isWaitingForCustomer } from "./waiting-payment.ts";

/** More would serve to try stolen cards. */
const maxStartedPerHour = 30;
const hourMs = 3_600_000;

type Endpoint = (typeof endpoints)["initialize3ds"];

interface Starter {
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly handle: string;
  readonly userId: string;
}

export const initialize3ds = (
  deps: PaymentsDeps,
): Handlers<Pick<typeof endpoints, "initialize3ds">>["initialize3ds"] =>
  preparedHandler<Endpoint>(outsideRequest, async ({ body, caller, now }) => {
    const payments = requirePayments(deps);
    const { workspace } = caller;
    if (workspace === null) throw new ProblemError("not_found");
    const starter: Starter = {
      workspaceId: workspace.id,
      workspaceName: workspace.name,
      handle: workspace.handle,
      userId: caller.user.id,
    };
    const started =
      body.purpose === "setup"
        ? await startSetup(deps, payments, starter, now)
        : await startPayment(deps, payments, starter, body, now);
    const response: StartedAuthentication = {
      ...started,
      provider: payments.browser.provider,
      publishableKey: payments.browser.publishableKey,
      purpose: body.purpose,
      status: "requires_payment_method",
      nextAction: null,
      returnUrl: new URL(`/${starter.handle}/billing/balance-payments`, deps.publicUrl).href,
    };
    return async () => response;
  });

type StartedFields = Pick<
  StartedAuthentication,
  "intentId" | "clientSecret" | "paymentId" | "cardId"
>;

async function startSetup(
  deps: PaymentsDeps,
  payments: PaymentsProvider,
  starter: Starter,
  now: Date,
): Promise<StartedFields> {
  const { workspaceId } = starter;
  const id = uuidv7(now);
  await deps.db.withSystemRole(outsideRequest, async (tx) => {
    await assertFewStarted(tx, workspaceId, now);
    await insertSetup(tx, { id, workspaceId, createdBy: starter.userId }, now);
  });
  const customerId = await ensureCustomer(deps, payments, starter, now);
  const started = await askPayments(deps, () =>
    payments.startSetup({ customerId, workspaceId, key: `si:${id}` }),
  );
  await deps.db.withSystemRole(outsideRequest, (tx) => setSetupProviderId(tx, id, started.id));
  return { ...toFields(started), paymentId: null, cardId: null };
}

const toFields = ({ id, clientSecret }: StartedIntent) => ({ intentId: id, clientSecret });

/** The customer at the provider is created once: its key is the workspace. */
async function ensureCustomer(
  deps: PaymentsDeps,
  payments: PaymentsProvider,
  { workspaceId, workspaceName: name }: Starter,
  now: Date,
): Promise<string> {
  const stored = await deps.db.withSystemRole(outsideRequest, (tx) =>
    findCustomer(tx, workspaceId),
  );
  if (stored !== null) return stored;
  const created = await askPayments(deps, () =>
    payments.createCustomer({ workspaceId, name, key: `cu:${workspaceId}` }),
  );
  return await deps.db.withSystemRole(outsideRequest, async (tx) => {
    await insertCustomer(tx, workspaceId, created, now);
    return (await findCustomer(tx, workspaceId)) ?? created;
  });
}

async function assertFewStarted(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - hourMs);
  if ((await countStarted(tx, workspaceId, since)) >= maxStartedPerHour)
    throw new ProblemError("too_many_requests", { seconds: 600 });
}

type PaymentBody = Pick<
  PreparationContext<Endpoint>["body"],
  "invoiceId" | "amountCents" | "paymentMethodId"
>;

interface RegisteredPayment {
  readonly kind: "registered";
  readonly id: string;
  readonly amountCents: number;
  readonly cardId: string;
  readonly customerId: string;
}

/** A payment that waits for the customer, of an amount that is not what is owed now. */
interface SupersededPayment {
  readonly kind: "superseded";
  readonly row: PaymentRow;
}

async function startPayment(
  deps: PaymentsDeps,
  payments: PaymentsProvider,
  starter: Starter,
  body: PaymentBody,
  now: Date,
): Promise<StartedFields> {
  const register = () =>
    deps.db.withSystemRole(outsideRequest, (tx) => registerPayment(tx, starter, body, now));
  let payment = await register();
  if (payment.kind === "superseded") {
    const { row } = payment;
    await askPayments(deps, () => endWaitingPayment(deps, payments, row, now));
    payment = await register();
  }
  if (payment.kind === "superseded") throw fieldError("invoiceId", "payment_in_progress");
  const { id, cardId, customerId, amountCents } = payment;
  const started = await askPayments(deps, () =>
    payments.startPayment({
      customerId,
      workspaceId: starter.workspaceId,
      reference: id,
      amountCents,
      description: body.invoiceId === undefined ? "Top-up" : "Invoice",
      key: `pi:${id}`,
    }),
  );
  await deps.db.withSystemRole(outsideRequest, (tx) => setPaymentProviderId(tx, id, started.id));
  return { ...toFields(started), paymentId: id, cardId };
}

/**
 * Inserts the payment, or finds the one of the invoice that the customer has not confirmed yet. An index allows one per
 * invoice without a result. It does not count as in flight: until the customer confirms it, no money is on its way.
 */
async function registerPayment(
  tx: Tx,
  { workspaceId, userId }: Starter,
  { invoiceId, amountCents, paymentMethodId }: PaymentBody,
  now: Date,
): Promise<RegisteredPayment | SupersededPayment> {
  await lockBillingAccount(tx, workspaceId);
  await assertFewStarted(tx, workspaceId, now);
  const customerId = await findCustomer(tx, workspaceId);
  const card = await findCard(tx, workspaceId, paymentMethodId, now);
  if (card === null || customerId === null)
    throw paymentMethodId === undefined
      ? fieldError("paymentMethodId", "required")
      : fieldError("paymentMethodId", "unknown", { resource: "card" });
  // An expired card is not sent to the provider.
  if (card.is_expired)
    throw fieldError("paymentMethod", "card_declined", { reason: "expired_card" });
  const own = { kind: "registered", cardId: card.provider_id, customerId } as const;
  if (invoiceId === undefined) {
    const id = uuidv7(now);
    const cents = amountCents ?? 0;
    await insertPayment(tx, newRow(id, cents, card, { workspaceId, userId, invoiceId: null }), now);
    return { ...own, id, amountCents: cents };
  }
  const invoice = await lockInvoice(tx, workspaceId, invoiceId);
  if (invoice === null) throw fieldError("invoiceId", "unknown", { resource: "invoice" });
  const inFlight = await findInFlight(tx, workspaceId, invoiceId);
  if (inFlight !== null) {
    if (!isWaitingForCustomer(inFlight)) throw fieldError("invoiceId", "payment_in_progress");
    if (inFlight.amount_cents !== invoice.open) return { kind: "superseded", row: inFlight };
    return { ...own, id: inFlight.id, amountCents: inFlight.amount_cents };
  }
  if (invoice.open <= 0) throw fieldError("invoiceId", "nothing_owed");
  if (invoice.open < minimumChargeCents)
    throw fieldError("invoiceId", "below_card_minimum", { minimum: minimumChargeCents });
  if (invoice.isInFlight) throw fieldError("invoiceId", "payment_in_progress");
  const id = uuidv7(now);
  await insertPayment(tx, newRow(id, invoice.open, card, { workspaceId, userId, invoiceId }), now);
  return { ...own, id, amountCents: invoice.open };
}

const newRow = (
  id: string,
  amountCents: number,
  card: StoredCard,
  by: { workspaceId: string; userId: string; invoiceId: string | null },
) => ({
  id,
  amountCents,
  card,
  workspaceId: by.workspaceId,
  invoiceId: by.invoiceId,
  createdBy: by.userId,
  isOffSession: false,
});

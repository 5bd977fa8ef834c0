/** Handlers of saved cards. */
import { cardName } from "#contracts/card-names.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { paymentMethodActions } from "#contracts/actions/payment-methods.ts";
import { maxCards, type PaymentMethod, type payments as endpoints } from "#contracts/payments.ts";
import {
  assertNotDenied,
  registerObjectLoader,
  toActor,
} from "../../../core/http/authorization.ts";
import { type Handlers, listHandler, preparedHandler } from "../../../core/http/handlers.ts";
import { fieldError, ProblemError } from "../../../core/lib/problem-error.ts";
import type { CardSetup, ProviderCard } from "../../../ports/payments.ts";
import {
  deleteCard,
  findCustomer,
  findPaymentMethod,
  listPaymentMethods,
  lockCards,
  makeDefault,
  type PaymentMethodRow,
} from "./payment-methods-store.ts";
import {
  askPayments,
  isNotFound,
  outsideRequest,
  type PaymentsDeps,
  requirePayments,
} from "./payments-deps.ts";
import { cardRemoval } from "./remove-card-job.ts";
import { saveCard } from "./save-card.ts";

declare module "../../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    paymentMethod: Pick<PaymentMethodRow, "id">;
  }
}
const epoch = new Date(0);
registerObjectLoader("paymentMethod", {
  // The handlers read it again with the time of their request.
  find: (id) => findPaymentMethod(id, epoch),
  ownerId: () => null,
});

const toPaymentMethod = (row: PaymentMethodRow): PaymentMethod => ({
  id: row.id,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  status: row.is_expired ? "expired" : "active",
  isDefault: row.is_default,
  isOnlyCard: row.is_only,
  isNeeded: row.is_needed,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

type CardHandlers = Pick<
  Handlers<typeof endpoints>,
  "listPaymentMethods" | "addPaymentMethod" | "setDefaultPaymentMethod" | "removePaymentMethod"
>;

export const paymentMethodHandlers = (deps: PaymentsDeps): CardHandlers => ({
  listPaymentMethods: listHandler(({ query, now }) => listPaymentMethods(query, now)),

  addPaymentMethod: preparedHandler(outsideRequest, async ({ body, caller }) => {
    const workspaceId = caller.workspace?.id ?? "";
    const provided = await completedCard(deps, workspaceId, body.setupIntentId);
    return async ({ tx, now, audit, publish }) => {
      const saved = await saveCard(tx, { workspaceId, provided, createdBy: caller.user.id }, now);
      if (saved.tooMany) throw fieldError("setupIntentId", "too_many_cards", { maximum: maxCards });
      const row = await tx.one<PaymentMethodRow>(findPaymentMethod(saved.id, now));
      audit({
        target: { type: "payment_method", id: row.id, name: cardName(row) },
        changes: saved.isNew ? [{ field: "card", from: null, to: cardName(row) }] : [],
      });
      await publish(workspaceId, { topic: "billing", id: row.id });
      return toPaymentMethod(row);
    };
  }),

  setDefaultPaymentMethod: async ({
    tx,
    now,
    caller,
    workspace,
    paymentMethod,
    audit,
    publish,
  }) => {
    const row = await lockedRow(tx, workspace.id, paymentMethod.id, now);
    assertNotDenied(
      actionDenial(toActor(caller), paymentMethodActions.setDefault, toPaymentMethod(row), now),
    );
    await makeDefault(tx, workspace.id, row.id, now);
    audit({
      target: { type: "payment_method", id: row.id, name: cardName(row) },
      changes: row.is_default ? [] : [{ field: "default", from: null, to: cardName(row) }],
    });
    await publish(workspace.id, { topic: "billing", id: row.id });
    return toPaymentMethod(await tx.one<PaymentMethodRow>(findPaymentMethod(row.id, now)));
  },

  removePaymentMethod: async ({
    tx,
    now,
    caller,
    workspace,
    paymentMethod,
    audit,
    publish,
    enqueue,
  }) => {
    const row = await lockedRow(tx, workspace.id, paymentMethod.id, now);
    assertNotDenied(
      actionDenial(toActor(caller), paymentMethodActions.remove, toPaymentMethod(row), now),
    );
    await deleteCard(tx, row.id);
    await enqueue(cardRemoval, { providerId: row.provider_id });
    audit({
      target: { type: "payment_method", id: row.id, name: cardName(row) },
      changes: [{ field: "card", from: cardName(row), to: null }],
    });
    await publish(workspace.id, { topic: "billing", id: row.id });
    return null;
  },
});

/** Before the lock was granted, another request may have removed the card or changed the default. */
async function lockedRow(
  tx: Parameters<typeof lockCards>[0],
  workspaceId: string,
  id: string,
  now: Date,
): Promise<PaymentMethodRow> {
  await lockCards(tx, workspaceId);
  const row = await tx.maybeOne<PaymentMethodRow>(findPaymentMethod(id, now));
  if (row === null) throw new ProblemError("not_found");
  return row;
}

/** The card of a setup that the workspace's customer completed; 422 with the reason for any other. */
async function completedCard(
  deps: PaymentsDeps,
  workspaceId: string,
  setupId: string,
): Promise<ProviderCard> {
  const payments = requirePayments(deps);
  const customerId = await deps.db.withSystemRole(outsideRequest, (tx) =>
    findCustomer(tx, workspaceId),
  );
  const setup = await askPayments(deps, () => payments.setup(setupId)).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  // A setup of another workspace is answered like one that does not exist.
  if (setup === null || setup.customerId !== customerId || setup.workspaceId !== workspaceId)
    throw fieldError("setupIntentId", "unknown", { resource: "card_setup" });
  assertCompleted(setup);
  const { cardId } = setup;
  const card = cardId === null ? null : await askPayments(deps, () => payments.card(cardId));
  if (card === null || card.customerId !== customerId)
    throw fieldError("setupIntentId", "unknown", { resource: "card_setup" });
  return card;
}

function assertCompleted({ status, failure }: CardSetup): void {
  if (status === "succeeded") return;
  if (status === "canceled")
    throw fieldError("setupIntentId", "unknown", { resource: "card_setup" });
  if (failure?.kind === "declined")
    throw fieldError("paymentMethod", "card_declined", { reason: failure.code });
  throw fieldError("paymentMethod", "authentication_required");
}

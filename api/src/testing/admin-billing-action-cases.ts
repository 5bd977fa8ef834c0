/** Action cases of billing by staff: invoices, refunds, promo codes and amounts that wait for approval. */
import {
  adminInvoiceActions,
  balanceApprovalActions,
  promoCodeActions,
} from "#contracts/actions/admin-billing.ts";
import { api } from "#contracts/api.ts";
import { promoListStatuses } from "#contracts/promo-codes.ts";
import { sql, type Tx } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { requireDocument } from "../modules/billing/admin-documents.ts";
import { createInvoice, reverse } from "../modules/billing/admin-invoices.ts";
import { bookPayment } from "../modules/billing/pay-invoices.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture, TestActor } from "./actors.ts";
import type { TestClient } from "./client.ts";
import type { TestEnvironment } from "./test-environment.ts";
import { createNewWorkspace } from "./users.ts";

const reason = "Test of actions";

export function adminBillingActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const unique = () => uuidv7(env.clock.now());
  const by = actors.find(({ name }) => name === "owner")?.userId ?? "";
  const asSystem = <T>(work: (tx: Tx) => Promise<T>) =>
    env.db.withSystemRole("a document for a test", work);

  /** In a workspace of its own, so that no earlier payment pays it. */
  const insertInvoice = async (options: { isDraft?: boolean; isPaid?: boolean } = {}) => {
    const { workspace: own } = await createNewWorkspace(env, { id: by }, "document");
    const { id: workspaceId } = own;
    return asSystem(async (tx) => {
      const now = env.clock.now();
      const written = {
        workspaceId,
        reason,
        by,
        lines: [{ description: "Line", amountCents: 1000 }],
        discountCents: 0,
        isDraft: options.isDraft === true,
      };
      const invoiceId = await createInvoice(tx, written, now);
      if (options.isPaid === true)
        await bookPayment(
          tx,
          {
            workspaceId,
            invoiceId,
            cents: 5000,
            from: "bank",
            idempotencyKey: unique(),
            effectiveAt: now,
          },
          now,
        );
      return invoiceId;
    });
  };
  const inFlight = async () => {
    const invoice = await insertInvoice();
    await asSystem((tx) =>
      tx.execute(sql`UPDATE invoice SET has_payment_in_flight = true WHERE id = ${invoice}`),
    );
    return invoice;
  };
  const reversed = async () => {
    const invoiceId = await insertInvoice();
    await asSystem(async (tx) => {
      const { id: workspaceId } = await requireDocument(tx, invoiceId);
      await reverse(tx, { workspaceId, invoiceId, reason, by }, env.clock.now());
    });
    return invoiceId;
  };
  const creditNote = async () => {
    const invoice = await reversed();
    const row = await asSystem((tx) =>
      tx.one<{ id: string }>(sql`SELECT id FROM invoice WHERE credits_invoice_id = ${invoice}`),
    );
    return row.id;
  };
  const pathTo = async (invoice: Promise<string>) => ({ invoice: await invoice });
  const objects = {
    "a draft": () => pathTo(insertInvoice({ isDraft: true })),
    issued: () => pathTo(insertInvoice()),
    "with a payment in progress": () => pathTo(inFlight()),
    reversed: () => pathTo(reversed()),
    "a credit note": () => pathTo(creditNote()),
    paid: () => pathTo(insertInvoice({ isPaid: true })),
    missing: async () => ({ invoice: unique() }),
  };
  const view = async (client: TestClient, { invoice = "" }: ObjectPath) =>
    shown(await client.call(api.adminBilling.invoice, { path: { invoice } }));
  const invoices = { objects, view };
  const withReason = { ...invoices, body: () => ({ reason }) };

  const insertApproval = async (createdBy: string | null, status: "pending" | "approved") => {
    const balanceApproval = unique();
    const now = env.clock.now();
    const isAnswered = status === "approved";
    await asSystem((tx) =>
      tx.execute(sql`
        INSERT INTO balance_approval (id, workspace_id, amount_cents, source, reason, status, created_by, created_at, answered_by, answered_at)
        VALUES (${balanceApproval}, ${workspace.id}, 60000, 'goodwill', ${reason}, ${status}, ${createdBy}, ${now},
          ${isAnswered ? actors.find(({ userId }) => userId !== null && userId !== createdBy)?.userId : null}, ${isAnswered ? now : null})`),
    );
    return { balanceApproval };
  };
  const approvals = {
    objects: {
      "of another person": () => insertApproval(by, "pending"),
      "of their own": ({ userId }: TestActor) => insertApproval(userId, "pending"),
      answered: () => insertApproval(by, "approved"),
      missing: async () => ({ balanceApproval: unique() }),
    },
    view: async (client: TestClient, { balanceApproval }: ObjectPath) => {
      const query = { status: "pending,approved,rejected", perPage: "100", orderBy: "-createdAt" };
      const list = shown(
        await client.call(api.balanceApprovals.list, {
          query: { ...query, workspaceId: workspace.id },
        }),
      );
      return list?.data.find(({ id }) => id === balanceApproval) ?? null;
    },
  };

  const insertCode = async (isDeleted: boolean): Promise<ObjectPath> => {
    const promoCode = unique();
    const code = `ACTION-${promoCode.slice(-12).toUpperCase()}`;
    const now = env.clock.now();
    await asSystem((tx) =>
      tx.execute(sql`
        INSERT INTO promo_code (id, code, kind, amount_cents, per_workspace, starts_at, new_workspaces_only, is_disabled, created_by, created_at, updated_at, deleted_at)
        VALUES (${promoCode}, ${code}, 'credit', 100, 1, ${now}, false, false, ${by}, ${now}, ${now}, ${isDeleted ? now : null})`),
    );
    return { promoCode, code };
  };
  const codes = {
    objects: {
      active: () => insertCode(false),
      deleted: () => insertCode(true),
      missing: async (): Promise<ObjectPath> => ({ promoCode: unique(), code: "MISSING" }),
    },
    view: async (client: TestClient, { promoCode, code = "" }: ObjectPath) => {
      const query = { search: code, status: promoListStatuses.join(",") };
      const list = shown(await client.call(api.promoCodes.list, { query }));
      return list?.data.find(({ id }) => id === promoCode) ?? null;
    },
  };

  return [
    define("adminInvoices.issueDraft", adminInvoiceActions.issueDraft, invoices),
    define("adminInvoices.discardDraft", adminInvoiceActions.discardDraft, invoices),
    define("adminInvoices.writeOff", adminInvoiceActions.writeOff, withReason),
    define("adminInvoices.recordBankPayment", adminInvoiceActions.recordBankPayment, {
      ...invoices,
      body: () => ({ amountCents: 100, reference: unique() }),
    }),
    define("adminInvoices.reverse", adminInvoiceActions.reverse, withReason),
    define("adminInvoices.reverseAndCreateNew", adminInvoiceActions.reverseAndCreateNew, {
      ...invoices,
      body: () => ({
        reason,
        modifiedRecords: [{ new: true, description: "More", amountCents: 100 }],
      }),
    }),
    define("adminInvoices.refund", adminInvoiceActions.refund, {
      objects: {
        unpaid: async () => ({ historyEntry: await insertInvoice() }),
        paid: async () => ({ historyEntry: await insertInvoice({ isPaid: true }) }),
        reversed: async () => ({ historyEntry: await reversed() }),
        missing: async () => ({ historyEntry: unique() }),
      },
      view: async (client, { historyEntry = "" }) =>
        shown(await client.call(api.adminBilling.refundOptions, { path: { historyEntry } })),
      body: () => ({ reason }),
    }),
    define("balanceApprovals.approve", balanceApprovalActions.approve, approvals),
    define("balanceApprovals.reject", balanceApprovalActions.reject, {
      ...approvals,
      body: () => ({ note: reason }),
    }),
    define("promoCodes.edit", promoCodeActions.edit, {
      ...codes,
      body: ({ code }) => ({ code, kind: "credit", amountCents: 200 }),
    }),
    define("promoCodes.remove", promoCodeActions.remove, codes),
    define("promoCodes.restore", promoCodeActions.restore, codes),
  ];
}

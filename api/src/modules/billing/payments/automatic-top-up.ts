/** Automatic top-ups: their settings, and the job that charges the default card. */
import type { AutomaticTopUp, automaticTopUps as endpoints } from "#contracts/automatic-top-up.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import type { Handlers } from "../../../core/http/handlers.ts";
import type { Tx } from "../../../core/db/db.ts";
import { uuidv7 } from "../../../core/lib/crypto.ts";
import { fieldError } from "../../../core/lib/problem-error.ts";
import { defineJob, job } from "../../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../../core/jobs/recurring-jobs.ts";
import { findWorkspaceNames, listBillingRecipients } from "../../mail/member-recipients.ts";
import { mailsOf, sendMail } from "../../mail/send-mail.ts";
import { calendarMonth } from "../expenditure.ts";
import { lockBillingAccount } from "../ledger.ts";
import { toEpochSeconds } from "../metering.ts";
import { readCentsLeft } from "./account-balance.ts";
import {
  type AutomaticTopUpRow,
  findAutomaticTopUp,
  listTopUpCandidates,
  listUnreportedPauses,
  saveAutomaticTopUpRow,
} from "./automatic-top-up-store.ts";
import { findCard, findCustomer } from "./payment-methods-store.ts";
import type { PaymentsDeps } from "./payments-deps.ts";
import { insertPayment } from "./payments-store.ts";
import { type Charge, sendCharge } from "./send-charge.ts";

const intervalMs = 60_000;
/** Between two tries, so that an outage of the provider is not answered with a charge each minute. */
const retryMs = 15 * 60_000;
const systemReason = "balances of every tenant are topped up";
const defaults = { threshold: 1_000, amount: 5_000, ceiling: 20_000 };

const times = (now: Date) => ({
  from: calendarMonth(now).start,
  recentSince: new Date(now.getTime() - retryMs),
});
const read = (tx: Tx, workspaceId: string, now: Date): Promise<AutomaticTopUpRow | null> =>
  findAutomaticTopUp(tx, workspaceId, times(now));

const toAutomaticTopUp = (row: AutomaticTopUpRow | null): AutomaticTopUp => ({
  isEnabled: row?.isEnabled ?? false,
  threshold: usd(row?.threshold ?? defaults.threshold),
  amount: usd(row?.amount ?? defaults.amount),
  ceiling: usd(row?.ceiling ?? defaults.ceiling),
  addedThisMonth: usd(row?.added ?? 0),
  pausedAt: row?.pausedAt?.toISOString() ?? null,
  pauseReason: row?.pauseReason ?? null,
});

export const automaticTopUpHandlers: Handlers<typeof endpoints> = {
  automaticTopUp: async ({ tx, workspace, now }) =>
    toAutomaticTopUp(await read(tx, workspace.id, now)),

  saveAutomaticTopUp: async ({ tx, now, caller, workspace, body, audit, publish }) => {
    const { id: workspaceId, name } = workspace;
    await lockBillingAccount(tx, workspaceId);
    const before = await read(tx, workspaceId, now);
    const card = await findCard(tx, workspaceId, undefined, now);
    if (body.isEnabled && (card === null || card.is_expired))
      throw fieldError("isEnabled", "card_needed");
    const row = {
      workspaceId,
      isEnabled: body.isEnabled,
      threshold: body.thresholdCents,
      amount: body.amountCents,
      ceiling: body.ceilingCents,
      by: caller.user.id,
    };
    await saveAutomaticTopUpRow(tx, row, now);
    audit({
      target: { type: "workspace", id: workspaceId, name },
      changes: [
        { field: "topUp.isEnabled", from: before?.isEnabled ?? false, to: row.isEnabled },
        { field: "topUp.threshold", from: before?.threshold ?? null, to: row.threshold },
        { field: "topUp.amount", from: before?.amount ?? null, to: row.amount },
        { field: "topUp.ceiling", from: before?.ceiling ?? null, to: row.ceiling },
      ].filter(({ from, to }) => from !== to),
    });
    await publish(workspaceId, { topic: "billing", id: null });
    return toAutomaticTopUp(await read(tx, workspaceId, now));
  },
};

export const automaticTopUp = defineJob("payments.automatic_top_up", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

export const automaticTopUpJob = job(automaticTopUp, async (deps: PaymentsDeps) => {
  const { db, clock, payments, publicUrl } = deps;
  if (payments === null) return;
  const now = clock.now();
  const candidates = await db.withSystemRole(systemReason, (tx) =>
    listTopUpCandidates(tx, toEpochSeconds(now), times(now)),
  );
  for (const workspaceId of candidates) {
    const charge = await db.withSystemRole(systemReason, (tx) =>
      register(tx, workspaceId, clock.now()),
    );
    if (charge !== null) await sendCharge(deps, payments, charge);
  }
  await db.withSystemRole(systemReason, (tx) => reportPauses(tx, publicUrl, clock.now()));
});

/** Null if nothing is to be charged. The lock of the account and a unique index keep a second top-up from starting. */
async function register(tx: Tx, workspaceId: string, now: Date): Promise<Charge | null> {
  const funds = await lockBillingAccount(tx, workspaceId);
  const row = await read(tx, workspaceId, now);
  if (row === null || !row.isEnabled || row.pausedAt !== null || row.isRecent) return null;
  if (row.added + row.amount > row.ceiling) return null;
  if ((await readCentsLeft(tx, workspaceId, funds, now)) >= row.threshold) return null;
  const card = await findCard(tx, workspaceId, undefined, now);
  const customerId = await findCustomer(tx, workspaceId);
  if (card === null || card.is_expired || customerId === null) return null;
  const payment = { id: uuidv7(now), workspaceId, amountCents: row.amount, card };
  await insertPayment(
    tx,
    { ...payment, invoiceId: null, isOffSession: true, isAutomaticTopUp: true, createdBy: null },
    now,
  );
  return { ...payment, customerId, description: "Automatic top-up" };
}

async function reportPauses(tx: Tx, publicUrl: URL, now: Date): Promise<void> {
  for (const { workspaceId, reason, amount } of await listUnreportedPauses(tx)) {
    const { name, handle } = await findWorkspaceNames(tx, workspaceId);
    for (const recipient of await listBillingRecipients(tx, workspaceId))
      await sendMail(mailsOf(tx, now), recipient, "automatic-top-up-failed", {
        firstName: recipient.firstName,
        workspace: name,
        amount: formatMoney(usd(amount), recipient.locale),
        failure: reason,
        link: new URL(`/${handle}/billing/balance-payments`, publicUrl).href,
      });
  }
}

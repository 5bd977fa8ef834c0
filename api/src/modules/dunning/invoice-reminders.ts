/** Emails about an unpaid invoice: a charge of the card failed, and the invoice is overdue. Each is sent once. */
import { cardName } from "#contracts/card-names.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { chargeDays } from "../billing/payments/collect-job.ts";
import { listBillingRecipients } from "../mail/member-recipients.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import { insertNotice, listFailedCharges, listUnannouncedOverdue } from "./dunning-store.ts";
import { hourMs, suspendDays } from "./terms.ts";

interface ReminderDeps {
  readonly publicUrl: URL;
}

/** A charge that failed longer ago is not worth an email any more. */
const reportedForMs = 2 * 24 * hourMs;

const invoiceLink = ({ publicUrl }: ReminderDeps, handle: string, invoiceId: string): string =>
  new URL(`/${handle}/billing/invoice/${invoiceId}`, publicUrl).href;

export async function remindOfFailedCharges(
  tx: Tx,
  deps: ReminderDeps,
  now: Date,
  limit: number,
): Promise<void> {
  const since = new Date(now.getTime() - reportedForMs);
  for (const charge of await listFailedCharges(tx, since, limit)) {
    const { workspaceId, paymentId, invoiceId, handle, name, number, cents, card, dueAt } = charge;
    const notice = { workspaceId, kind: "charge_failed", reference: paymentId };
    if (!(await insertNotice(tx, notice, now))) continue;
    const next = nextChargeAt(dueAt, now);
    for (const recipient of await listBillingRecipients(tx, workspaceId))
      await sendMail(mailsOf(tx, now), recipient, "charge-failed", {
        firstName: recipient.firstName,
        workspace: name,
        invoice: number,
        amount: formatMoney(usd(cents), recipient.locale),
        card: card === null ? "" : cardName(card),
        failure: charge.failureCode ?? "generic_decline",
        ...(next !== null && { at: next.toISOString() }),
        link: invoiceLink(deps, handle, invoiceId),
      });
  }
}

/** The next day on which the card is charged; null after the last. */
function nextChargeAt(dueAt: Date, now: Date): Date | null {
  const last = chargeDays.at(-1) ?? 0;
  const times = chargeDays.map((day) => new Date(dueAt.getTime() + (day - last) * 24 * hourMs));
  return times.find((time) => time > now) ?? null;
}

export async function remindOfOverdueInvoices(
  tx: Tx,
  deps: ReminderDeps,
  now: Date,
  limit: number,
): Promise<void> {
  for (const invoice of await listUnannouncedOverdue(tx, limit)) {
    const { workspaceId, invoiceId, handle, name, number, cents, dueAt } = invoice;
    const notice = { workspaceId, kind: "overdue", reference: invoiceId };
    if (!(await insertNotice(tx, notice, now))) continue;
    for (const recipient of await listBillingRecipients(tx, workspaceId))
      await sendMail(mailsOf(tx, now), recipient, "invoice-overdue", {
        firstName: recipient.firstName,
        workspace: name,
        invoice: number,
        amount: formatMoney(usd(cents), recipient.locale),
        at: new Date(dueAt.getTime() + suspendDays * 24 * hourMs).toISOString(),
        link: invoiceLink(deps, handle, invoiceId),
      });
  }
}

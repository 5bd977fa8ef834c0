/** Emails before the default card or promo credit expires, and when the card has expired. Each is sent once. */
import { cardName } from "#contracts/card-names.ts";
import { formatMoney, usd } from "#contracts/money.ts";
import type { Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import { every, NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { listBillingRecipients } from "../mail/member-recipients.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import type { DunningDeps } from "./dunning-job.ts";
import { insertNotice } from "./dunning-store.ts";
import {
  type ExpiringCard,
  type ExpiringCredit,
  listExpiringCards,
  listExpiringCredit,
} from "./expiry-notices-store.ts";
import { hourMs } from "./terms.ts";

const intervalMs = hourMs;
const dayMs = 24 * hourMs;
const batch = 200;
const systemReason = "members of every tenant are told what expires";

/**
 * When a notice about a card is sent, in days before its end. Each ends where the next begins, so that a late run
 * sends one notice. An expiry of more than a week ago is not news.
 */
const cardNotices = [
  { kind: "card_expires_30", from: 30, to: 7 },
  { kind: "card_expires_7", from: 7, to: 0 },
  { kind: "card_expired", from: 0, to: -7 },
] as const;
/** So long before it expires, promo credit is announced. */
const creditNoticeMs = 7 * dayMs;

export const expiryNotices = defineJob("billing.expiry_notices", NoPayload, {
  each: "platform",
  next: every(intervalMs),
});

type NoticeDeps = Pick<DunningDeps, "db" | "clock" | "publicUrl">;

/** Each notice has a transaction of its own, so that one that fails does not hold back the others. */
export const expiryNoticesJob = job(expiryNotices, async (deps: NoticeDeps) => {
  const now = deps.clock.now();
  const run = <T>(work: (tx: Tx) => Promise<T>) => deps.db.withSystemRole(systemReason, work);
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs);
  for (const { kind, from, to } of cardNotices)
    await forEachBatch(
      () =>
        run((tx) => listExpiringCards(tx, { after: inDays(to), until: inDays(from) }, kind, batch)),
      (card) => run((tx) => notifyOfCard(tx, deps, { kind, card }, now)),
    );
  const until = new Date(now.getTime() + creditNoticeMs);
  await forEachBatch(
    () => run((tx) => listExpiringCredit(tx, { after: now, until }, creditNoticeMs, batch)),
    (credit) => run((tx) => notifyOfCredit(tx, deps, credit, now)),
  );
});

/** What was announced is not in the next batch. */
async function forEachBatch<T>(
  list: () => Promise<T[]>,
  handle: (item: T) => Promise<void>,
): Promise<void> {
  for (;;) {
    const items = await list();
    for (const item of items) await handle(item);
    if (items.length < batch) return;
  }
}

async function notifyOfCard(
  tx: Tx,
  deps: NoticeDeps,
  { kind, card }: { kind: (typeof cardNotices)[number]["kind"]; card: ExpiringCard },
  now: Date,
): Promise<void> {
  const { workspaceId, cardId, expMonth, expYear, end } = card;
  // A card that was renewed is announced again when its new expiry comes.
  const reference = `${cardId} ${expYear}-${expMonth}`;
  if (!(await insertNotice(tx, { workspaceId, kind, reference }, now))) return;
  for (const recipient of await listBillingRecipients(tx, workspaceId)) {
    const values = {
      firstName: recipient.firstName,
      workspace: card.name,
      card: cardName(card),
      expiry: `${String(expMonth).padStart(2, "0")}/${expYear}`,
      link: linkTo(deps, card.handle),
    };
    if (end <= now) await sendMail(mailsOf(tx, now), recipient, "card-expired", values);
    else await sendMail(mailsOf(tx, now), recipient, "card-expiring", values);
  }
}

async function notifyOfCredit(
  tx: Tx,
  deps: NoticeDeps,
  { workspaceId, grantId, name, handle, code, cents, validUntil }: ExpiringCredit,
  now: Date,
): Promise<void> {
  const notice = { workspaceId, kind: "promo_expiring", reference: grantId };
  if (!(await insertNotice(tx, notice, now))) return;
  for (const recipient of await listBillingRecipients(tx, workspaceId))
    await sendMail(mailsOf(tx, now), recipient, "promo-credit-expiring", {
      firstName: recipient.firstName,
      workspace: name,
      amount: formatMoney(usd(cents), recipient.locale),
      promoCode: code,
      at: validUntil.toISOString(),
      link: linkTo(deps, handle),
    });
}

const linkTo = ({ publicUrl }: NoticeDeps, handle: string): string =>
  new URL(`/${handle}/billing/balance-payments`, publicUrl).href;

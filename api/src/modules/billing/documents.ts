/** Makes invoices: computes drafts from their lines, and issues them. Every amount comes from contracts/src/rating.ts. */
import { documentAmounts, splitCents } from "#contracts/rating.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { publishLiveEvents } from "../../core/live/live-events.ts";
import { type BillingInfoRow, listBillingInfo, listVatRates } from "./billing-info-store.ts";
import {
  type BatchEntry,
  countDownGrants,
  type DiscountRow,
  type GrantRow,
  insertIssuedHistory,
  insertIssuedTransactions,
  insertTransactions,
  type LineRow,
  listUsableGrants,
  listWithCash,
  markIssued,
  saveDrafts,
  takeNumbers,
} from "./documents-store.ts";
import { payFromBalance } from "./pay-invoices.ts";
import { readSeller } from "./seller.ts";
import { computeTax } from "./tax.ts";

const dayMs = 86_400_000;
/** An invoice is due so long after it was issued. */
export const dueMs = 7 * dayMs;

export type NewLine = Omit<
  LineRow,
  "id" | "workspaceId" | "invoiceId" | "position" | "discountCents" | "taxCents"
>;

/** A draft with the lines it has to have. `period` is null for an invoice that staff write. */
export interface DraftInput {
  readonly id: string;
  readonly workspaceId: string;
  readonly period: { readonly start: Date; readonly end: Date } | null;
  readonly lines: readonly NewLine[];
  /** Of an invoice that staff write; promo codes do not apply to it. */
  readonly discountCents?: number;
  /** The time whose tax rate applies; default: the end of the period, or now. */
  readonly taxAt?: Date;
}

type Amounts = ReturnType<typeof documentAmounts>;

export interface PreparedDraft {
  readonly input: Pick<DraftInput, "id" | "workspaceId">;
  readonly amounts: Pick<Amounts, "subtotalCents" | "netCents" | "taxCents" | "totalCents">;
  readonly credits: readonly { readonly id: string; readonly cents: number }[];
  readonly percentGrantId: string | null;
}

/** `grants` are those of the workspace. */
function discountsOf(input: DraftInput, grants: readonly GrantRow[]) {
  if (input.discountCents !== undefined)
    return { percent: null, percentGrantId: null, credits: [], fixed: [input.discountCents] };
  const percent = grants.find(({ kind }) => kind === "percent");
  const credits = grants.filter(({ kind, remaining }) => kind === "credit" && remaining > 0);
  return {
    percent:
      percent?.percentPpm == null
        ? null
        : { ppm: percent.percentPpm, maximumCents: percent.maximum },
    percentGrantId: percent?.id ?? null,
    credits,
    fixed: credits.map(({ remaining }) => remaining),
  };
}

/** What an invoice copies about the buyer, so that it never changes. */
const toBuyer = (info: BillingInfoRow | null) =>
  info === null
    ? null
    : {
        name: info.name,
        company: info.company,
        addressLine1: info.addressLine1,
        addressLine2: info.addressLine2,
        postalCode: info.postalCode,
        city: info.city,
        region: info.region,
        country: info.country,
        vatId: info.vatId,
        receivers: info.receivers,
        orderNumber: info.orderNumber,
        infoVersion: info.version,
        vatStatus: info.vatStatus,
        vatCheckedAt: info.vatCheckedAt,
        consultationNumber: info.consultationNumber,
      };

/** The time whose tax rate applies to the usage of a period. */
export const taxTime = ({ end }: { readonly end: Date }): Date => new Date(end.getTime() - 1);

/** The tax of a document, and what the document copies so that it never changes. */
export function toSnapshot(
  taxCase: Parameters<typeof computeTax>[0],
  rates: Parameters<typeof computeTax>[1],
) {
  const tax = computeTax(taxCase, rates);
  return { tax, snapshot: { seller: taxCase.seller, buyer: toBuyer(taxCase.info), tax } };
}

/**
 * Computes drafts and saves their lines and amounts. The caller holds the locks of the billing accounts. All drafts have
 * the same period.
 */
export async function computeDrafts(
  tx: Tx,
  inputs: readonly DraftInput[],
  now: Date,
): Promise<PreparedDraft[]> {
  const seller = await readSeller(tx);
  const period = inputs[0]?.period ?? null;
  const withPromos = inputs.filter(({ discountCents }) => discountCents === undefined);
  const grants =
    period === null
      ? []
      : await listUsableGrants(
          tx,
          withPromos.map(({ workspaceId }) => workspaceId),
          period,
        );
  const grantsOf = Map.groupBy(grants, ({ workspaceId }) => workspaceId);
  const infos = await listBillingInfo(
    tx,
    inputs.map(({ workspaceId }) => workspaceId),
  );
  const rates = await listVatRates(tx);
  const prepared: PreparedDraft[] = [];
  const [lines, discounts]: [LineRow[], DiscountRow[]] = [[], []];
  const rows = [];
  for (const input of inputs) {
    const info = infos.get(input.workspaceId) ?? null;
    const at = input.taxAt ?? (input.period === null ? now : taxTime(input.period));
    const { tax, snapshot } = toSnapshot({ seller, info, at, now }, rates);
    const { percent, percentGrantId, credits, fixed } = discountsOf(
      input,
      grantsOf.get(input.workspaceId) ?? [],
    );
    const lineCents = input.lines.map(({ amountCents }) => amountCents);
    const amounts = documentAmounts({
      lineCents,
      percent,
      creditCents: fixed,
      taxPpm: tax.ratePpm,
    });
    const used = credits.map(({ id }, position) => ({
      id,
      cents: amounts.creditCents[position] ?? 0,
    }));
    const isPercentUsed = percentGrantId !== null && amounts.percentCents > 0;
    prepared.push({
      input,
      amounts,
      credits: used.filter(({ cents }) => cents > 0),
      percentGrantId: isPercentUsed ? percentGrantId : null,
    });
    lines.push(...toLineRows(input, amounts, now));
    const { id: invoiceId, workspaceId } = input;
    const uses = [
      ...(isPercentUsed ? [{ id: percentGrantId, cents: amounts.percentCents }] : []),
      ...used,
    ];
    discounts.push(
      ...uses
        .filter(({ cents }) => cents > 0)
        .map(({ id, cents }) => ({ workspaceId, invoiceId, promoGrantId: id, cents })),
    );
    rows.push({
      id: input.id,
      subtotal: amounts.subtotalCents,
      discount: amounts.discountCents,
      net: amounts.netCents,
      tax: amounts.taxCents,
      total: amounts.totalCents,
      taxPpm: tax.ratePpm,
      snapshot,
    });
  }
  await saveDrafts(tx, { lines, discounts, amounts: rows }, now);
  return prepared;
}

function toLineRows(
  { id: invoiceId, workspaceId, lines }: DraftInput,
  { discountCents, taxCents }: Amounts,
  now: Date,
): LineRow[] {
  // Negative corrections have no share of discount and tax.
  const weights = lines.map(({ amountCents }) => Math.max(amountCents, 0));
  const discountShares = splitCents(discountCents, weights);
  const net = weights.map((cents, position) => cents - (discountShares[position] ?? 0));
  const taxShares = splitCents(taxCents, net);
  return lines.map((line, position) => ({
    ...line,
    id: uuidv7(now),
    workspaceId,
    invoiceId,
    position: position + 1,
    discountCents: discountShares[position] ?? 0,
    taxCents: taxShares[position] ?? 0,
  }));
}

/** What promo credit pays, and the percentages that were used. */
async function postUsedCredit(
  tx: Tx,
  prepared: readonly PreparedDraft[],
  now: Date,
): Promise<void> {
  const transactions: Parameters<typeof insertTransactions>[1][number][] = [];
  const entries: BatchEntry[] = [];
  for (const { input, credits } of prepared) {
    const used = credits.reduce((sum, { cents }) => sum + cents, 0);
    if (used === 0) continue;
    const { id: invoiceId, workspaceId } = input;
    const [transactionId, kind] = [uuidv7(now), "promo_used"];
    transactions.push({
      id: transactionId,
      workspaceId,
      kind,
      key: `${kind}:${invoiceId}`,
      invoiceId,
    });
    const entry = { transactionId, workspaceId };
    for (const { id, cents } of credits)
      entries.push({ ...entry, account: "promo", promoGrantId: id, cents });
    entries.push({ ...entry, account: "promo_grant", promoGrantId: null, cents: -used });
  }
  if (transactions.length > 0) await insertTransactions(tx, transactions, entries, now);
  const percentages = prepared.flatMap(({ percentGrantId }) => percentGrantId ?? []);
  const credits = prepared.flatMap(({ credits }) => credits.map(({ id }) => id));
  if (percentages.length + credits.length > 0) await countDownGrants(tx, percentages, credits);
}

const year = (at: Date) => at.getUTCFullYear();

/**
 * Issues drafts that `computeDrafts` has just computed: numbers, ledger, history, promo credit, payment from the balance.
 * Each workspace occurs once.
 */
export async function issueDrafts(
  tx: Tx,
  prepared: readonly PreparedDraft[],
  now: Date,
): Promise<void> {
  if (prepared.length === 0) return;
  const series = `INV-${year(now)}`;
  const issued = prepared.map(({ input, amounts }) => ({
    id: uuidv7(now),
    invoiceId: input.id,
    transactionId: amounts.totalCents === 0 ? null : uuidv7(now),
  }));
  await postUsedCredit(tx, prepared, now);
  const owed = issued.flatMap(({ invoiceId, transactionId }) =>
    transactionId === null ? [] : [{ invoiceId, transactionId }],
  );
  await insertIssuedTransactions(tx, owed, now);
  const first = await takeNumbers(tx, series, prepared.length);
  const numbered = prepared.map(({ input }, position) => ({
    id: input.id,
    number: first + position,
  }));
  await markIssued(tx, numbered, { series, now, dueAt: new Date(now.getTime() + dueMs) });
  await insertIssuedHistory(tx, issued, now);
  const owing = prepared.filter(({ amounts }) => amounts.totalCents > 0);
  for (const workspaceId of await listWithCash(
    tx,
    owing.map(({ input }) => input.workspaceId),
  ))
    await payFromBalance(tx, workspaceId, now);
  await publishLiveEvents(
    tx,
    prepared.map(({ input }) => input.workspaceId),
    { topic: "billing", id: null },
  );
}

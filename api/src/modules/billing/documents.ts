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

export interface PreparedDraft {
  readonly input: DraftInput;
  readonly amounts: ReturnType<typeof documentAmounts>;
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
    const at =
      input.taxAt ?? (input.period === null ? now : new Date(input.period.end.getTime() - 1));
    const tax = computeTax({ seller, info, at, now }, rates);
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
      snapshot: { seller, buyer: toBuyer(info), tax },
    });
  }
  await saveDrafts(tx, { lines, discounts, amounts: rows }, now);
  return prepared;
}

function toLineRows(
  { id: invoiceId, workspaceId, lines }: DraftInput,
  { discountCents, taxCents }: PreparedDraft["amounts"],
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
  const transactions: Parameters<typeof insertTransactions>[1][number][] = [];
  const entries: BatchEntry[] = [];
  const history = prepared.map(({ input, amounts, credits }) => {
    const { id: invoiceId, workspaceId } = input;
    const post = (kind: string, parts: [account: string, cents: number, grant?: string][]) => {
      const transactionId = uuidv7(now);
      transactions.push({
        id: transactionId,
        workspaceId,
        kind,
        key: `${kind}:${invoiceId}`,
        invoiceId,
      });
      for (const [account, cents, promoGrantId = null] of parts)
        if (cents !== 0) entries.push({ transactionId, workspaceId, account, promoGrantId, cents });
      return transactionId;
    };
    const { netCents, taxCents, totalCents } = amounts;
    const used = credits.reduce((sum, { cents }) => sum + cents, 0);
    if (used > 0)
      post("promo_used", [
        ...credits.map(({ id, cents }): [string, number, string] => ["promo", cents, id]),
        ["promo_grant", -used],
      ]);
    const transactionId =
      totalCents === 0
        ? null
        : post("invoice_issued", [
            ["receivable", totalCents],
            ["revenue", -netCents],
            ["tax", -taxCents],
          ]);
    return { id: uuidv7(now), invoiceId, transactionId };
  });
  await insertTransactions(tx, transactions, entries, now);
  await countDownGrants(
    tx,
    prepared.flatMap(({ percentGrantId }) => percentGrantId ?? []),
    prepared.flatMap(({ credits }) => credits.map(({ id }) => id)),
  );
  const first = await takeNumbers(tx, series, prepared.length);
  const numbered = prepared.map(({ input }, position) => ({
    id: input.id,
    number: first + position,
  }));
  await markIssued(tx, numbered, { series, now, dueAt: new Date(now.getTime() + dueMs) });
  await insertIssuedHistory(tx, history, now);
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

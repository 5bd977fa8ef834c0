/**
 * The month's close. Drafts are made when the month has ended, and issued when a day for late usage has passed. Any
 * number of workers may run it: an index allows one live invoice per workspace and month, and each draft is issued under
 * the lock of its billing account.
 */
import type { Database, Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  type Draft,
  discardDrafts,
  findMonthInvoice,
  insertDrafts,
  insertMonth,
  isMonthInvoiced,
  listDecided,
  listInvoiced,
  listWithoutInvoice,
  lockDrafts,
} from "./close-store.ts";
import { creditInvoice } from "./credit-notes.ts";
import { computeDrafts, type DraftInput, issueDrafts, type NewLine } from "./documents.ts";
import { listUsableGrants } from "./documents-store.ts";
import { toEpochSeconds } from "./metering.ts";
import { listUsageLines } from "./store.ts";
import { createUsageDrafts, prepareUnchanged } from "./usage-drafts.ts";
import { listChangedUsage, type UsageMonth } from "./usage-drafts-store.ts";

/** Calendar month (UTC), half-open. */
export interface Month {
  readonly start: Date;
  readonly end: Date;
}

const systemReason = "the month's close invoices every tenant";
/** So many months before the invoiced one are compared with what was invoiced, to find late usage. */
const correctedMonths = 3;
const batchSize = 1_000;

export const monthBefore = ({ start }: Pick<Month, "start">): Month => ({
  start: new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 1, 1)),
  end: start,
});

const usageOf = ({ start, end }: Month) => ({
  from: toEpochSeconds(start),
  to: toEpochSeconds(end),
});

type KeyedLine = NewLine & { readonly workspaceId: string };

const toUsageMonth = (month: Month): UsageMonth => ({ ...month, ...usageOf(month) });

/** Lines of the month's usage. */
async function listLines(
  tx: Tx,
  workspaceIds: readonly string[],
  month: Month,
): Promise<KeyedLine[]> {
  if (workspaceIds.length === 0) return [];
  return (await listUsageLines(tx, workspaceIds, usageOf(month))).map(({ cents, ...line }) => ({
    ...plainLine,
    ...line,
    kind: "usage",
    amountCents: cents,
    periodStart: month.start,
    periodEnd: month.end,
  }));
}

/** What earlier months are short of. */
async function listEarlierMonths(
  tx: Tx,
  workspaceIds: readonly string[],
  month: Month,
): Promise<KeyedLine[]> {
  const found: KeyedLine[] = [];
  let earlier = month;
  for (let count = 0; count < correctedMonths; count += 1) {
    earlier = monthBefore(earlier);
    if (!(await isMonthInvoiced(tx, earlier.start))) break;
    const changed = await listChangedUsage(tx, workspaceIds, toUsageMonth(earlier));
    if (changed.length > 0) found.push(...(await listCorrections(tx, changed, earlier)));
  }
  return found;
}

/** Workspaces whose invoice is more than the usage of the month, with the corrections of earlier months. */
async function listSpecial(tx: Tx, workspaceIds: readonly string[], month: Month) {
  const corrections = Map.groupBy(
    await listEarlierMonths(tx, workspaceIds, month),
    ({ workspaceId }) => workspaceId,
  );
  const grants = await listUsableGrants(tx, workspaceIds, month);
  const special = new Set([...corrections.keys(), ...grants.map((grant) => grant.workspaceId)]);
  return { corrections, special };
}

/** The lines of each workspace: usage, then corrections. */
async function listAllLines(
  tx: Tx,
  workspaceIds: readonly string[],
  month: Month,
  corrections: ReadonlyMap<string, readonly KeyedLine[]>,
): Promise<ReadonlyMap<string, readonly KeyedLine[]>> {
  const usage = await listLines(tx, workspaceIds, month);
  const corrected = workspaceIds.flatMap((id) => corrections.get(id) ?? []);
  return Map.groupBy([...usage, ...corrected], ({ workspaceId }) => workspaceId);
}

const plainLine = { description: "", quantity: null, unitPriceMicros: null } as const;

interface LineKey {
  readonly workspaceId: string;
  readonly projectId: string | null;
  readonly productId: string;
  readonly priceSnapshotId: string;
  readonly rateMicrosPerHour: number;
}
const keyOf = (line: LineKey) =>
  [
    line.workspaceId,
    line.projectId,
    line.productId,
    line.priceSnapshotId,
    line.rateMicrosPerHour,
  ].join(" ");

/** The true cost of each line of an earlier month minus what was invoiced for it. */
async function listCorrections(
  tx: Tx,
  workspaceIds: readonly string[],
  month: Month,
): Promise<KeyedLine[]> {
  const decided = await listDecided(tx, workspaceIds, month.start);
  const ids = workspaceIds.filter((id) => !decided.has(id));
  const invoiced = await listInvoiced(tx, ids, month.start);
  const usage = await listUsageLines(tx, ids, usageOf(month));
  const before = new Map(invoiced.map((line) => [keyOf(line), line]));
  const base = {
    ...plainLine,
    kind: "adjustment",
    periodStart: month.start,
    periodEnd: month.end,
  } as const;
  const changed = usage.flatMap(({ cents, ...line }) => {
    const key = keyOf(line);
    const amountCents = cents - (before.get(key)?.cents ?? 0);
    before.delete(key);
    return amountCents === 0 ? [] : [{ ...base, ...line, amountCents }];
  });
  const gone = [...before.values()]
    .filter(({ cents }) => cents !== 0)
    .map(({ cents, ...line }) => ({
      ...base,
      ...line,
      projectName: null,
      productName: null,
      seconds: 0,
      exactCost: "0",
      amountCents: -cents,
    }));
  return [...changed, ...gone];
}

/** Corrections that would make the invoice negative leave it; each becomes a credit note of its month's invoice. */
function split(lines: readonly KeyedLine[]): { kept: KeyedLine[]; credited: KeyedLine[] } {
  const isNegative = lines.reduce((sum, { amountCents }) => sum + amountCents, 0) < 0;
  const credited = isNegative ? lines.filter(({ amountCents }) => amountCents < 0) : [];
  return { kept: lines.filter((line) => !credited.includes(line)), credited };
}

const toInput = (
  { id, workspaceId }: Draft,
  month: Month,
  lines: readonly KeyedLine[],
): DraftInput => ({
  id,
  workspaceId,
  period: month,
  lines: lines.map(({ workspaceId: _, ...line }) => line),
});

/** Makes the drafts of a month that has ended. Returns how many are new. */
export async function createDrafts(db: Database, month: Month, now: Date): Promise<number> {
  let [after, made]: [string | null, number] = [null, 0];
  await db.withSystemRole(systemReason, (tx) => insertMonth(tx, month.start));
  for (;;) {
    const from: string | null = after;
    const batch = await db.withSystemRole(systemReason, async (tx) => {
      const ids = await listWithoutInvoice(tx, month.start, from, batchSize);
      const last = ids.at(-1) ?? null;
      return { last, count: last === null ? 0 : await draftBatch(tx, ids, month, now) };
    });
    made += batch.count;
    if (batch.last === null) return made;
    after = batch.last;
  }
}

async function draftBatch(
  tx: Tx,
  ids: readonly string[],
  month: Month,
  now: Date,
): Promise<number> {
  const { corrections, special } = await listSpecial(tx, ids, month);
  const plain = ids.filter((id) => !special.has(id));
  const made = await createUsageDrafts(tx, plain, toUsageMonth(month), now);
  if (special.size === 0) return made;
  const lines = await listAllLines(tx, [...special], month, corrections);
  const wanted = [...lines.keys()].map((workspaceId) => ({ id: uuidv7(now), workspaceId }));
  const drafts = await insertDrafts(tx, wanted, month, now);
  const inputs = drafts.map((draft) =>
    toInput(draft, month, split(lines.get(draft.workspaceId) ?? []).kept),
  );
  if (inputs.length > 0) await computeDrafts(tx, inputs, now);
  return made + drafts.length;
}

/** Issues the drafts of a month that no other worker issues, in batches of a transaction each. Returns how many. */
export async function issueMonth(db: Database, month: Month, now: Date): Promise<number> {
  let issued = 0;
  for (;;) {
    const count = await db.withSystemRole(systemReason, async (tx) => {
      const drafts = await lockDrafts(tx, month.start, batchSize);
      if (drafts.length > 0) issued += await issueLocked(tx, drafts, month, now);
      return drafts.length;
    });
    if (count === 0) return issued;
  }
}

async function issueLocked(
  tx: Tx,
  drafts: readonly Draft[],
  month: Month,
  now: Date,
): Promise<number> {
  const ids = drafts.map(({ workspaceId }) => workspaceId);
  const { corrections, special } = await listSpecial(tx, ids, month);
  const plain = drafts.filter(({ workspaceId }) => !special.has(workspaceId));
  const unchanged = await prepareUnchanged(tx, plain, toUsageMonth(month), now);
  const isReady = new Set(unchanged.map(({ input }) => input.id));
  const others = drafts.filter(({ id }) => !isReady.has(id));
  const otherIds = others.map(({ workspaceId }) => workspaceId);
  const lines = await listAllLines(tx, otherIds, month, corrections);
  const parts = others.map((draft) => ({ draft, ...split(lines.get(draft.workspaceId) ?? []) }));
  const inputs = parts.map(({ draft, kept }) => toInput(draft, month, kept));
  const computed = inputs.length === 0 ? [] : await computeDrafts(tx, inputs, now);
  const prepared = [...unchanged, ...computed];
  // An invoice of nothing is none. One that promo credit covers is.
  const isEmpty = ({ amounts }: (typeof prepared)[number]) => amounts.subtotalCents === 0;
  const empty = prepared.filter(isEmpty).map(({ input }) => input.id);
  if (empty.length > 0) await discardDrafts(tx, empty, now);
  const due = prepared.filter((draft) => !isEmpty(draft));
  await issueDrafts(tx, due, now);
  for (const { draft, credited } of parts)
    for (const line of credited) await creditCorrection(tx, draft.workspaceId, line, now);
  return due.length;
}

async function creditCorrection(
  tx: Tx,
  workspaceId: string,
  { workspaceId: _, ...line }: KeyedLine,
  now: Date,
): Promise<void> {
  if (line.periodStart === null) throw new Error("A correction has no month");
  const invoice = await findMonthInvoice(tx, workspaceId, line.periodStart);
  if (invoice === null) throw new Error("A month without invoice has nothing to correct");
  await creditInvoice(
    tx,
    {
      workspaceId,
      invoiceId: invoice.id,
      netCents: -line.amountCents,
      line: { ...line, amountCents: -line.amountCents },
      reason: null,
      createdBy: null,
    },
    now,
  );
}

/**
 * The account of the provider in the ledger against the provider's balance transactions, in both directions. The list names
 * what moved; where it differs from the ledger, the object itself decides, because a part of it may have moved before the
 * period or in the last hours. Payments that Boreal did not make are left out: other systems may share the account.
 */
import type { Database } from "../../../core/db/db.ts";
import {
  PaymentsError,
  type PaymentsProvider,
  type ProviderMovement,
} from "../../../ports/payments.ts";
import type { LedgerFinding } from "../ledger-checks-store.ts";
import { providerFindingKind } from "../ledger-findings-store.ts";
import {
  type BookedSubject,
  listBookedSubjects,
  listOpenFindings,
  listPosted,
  listUnnamedSums,
  type PostedTransaction,
} from "./check-provider-store.ts";

/** 100 movements each. */
const mostPages = 500;
const batchSize = 1_000;
const mostFindings = 100;
/** Objects that are read because the list differs from the ledger. Those of open findings are first. */
const mostReads = 200;
const reason = "the payment provider is compared with every tenant's ledger";

interface Period {
  readonly from: Date;
  readonly until: Date;
}

interface ProviderCheck {
  /** At most 100. */
  readonly findings: readonly LedgerFinding[];
  /** False if more moved or differs than a run compares. */
  readonly isComplete: boolean;
}

interface Difference {
  readonly subject: ProviderMovement["subject"];
  readonly workspaceId: string;
  readonly ledgerCents: number;
}

/** What differs so far, by the provider's ids, and workspaces with entries that name nothing at the provider. */
interface Run {
  readonly db: Database;
  readonly differences: Map<string, Difference>;
  readonly unnamed: Set<string>;
}

/**
 * Compares what moved at the provider or was posted in [from, until), and what earlier runs found. Throws PaymentsError
 * while the provider is down.
 */
export async function checkProvider(
  db: Database,
  payments: PaymentsProvider,
  period: Period,
): Promise<ProviderCheck> {
  const run: Run = { db, differences: new Map(), unnamed: new Set() };
  await addOpenFindings(run);
  const { listed, isWhole } = await compareMovements(run, payments, period);
  await comparePosted(run, listed, period);
  const sums = await db.withSystemRole(reason, (tx) => listUnnamedSums(tx, [...run.unnamed]));
  const findings = sums.map(toUnnamed);
  for (const difference of [...run.differences.values()].slice(0, mostReads)) {
    const providerCents = await readCents(payments, difference);
    if (providerCents !== difference.ledgerCents)
      findings.push(toFinding(difference, providerCents));
  }
  return {
    findings: findings.slice(0, mostFindings),
    isComplete: isWhole && run.differences.size <= mostReads,
  };
}

async function listBooked(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, BookedSubject>> {
  if (ids.length === 0) return new Map();
  const rows = await db.withSystemRole(reason, (tx) => listBookedSubjects(tx, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** A finding ends when its difference does, not when it leaves the period. */
async function addOpenFindings({ db, differences, unnamed }: Run): Promise<void> {
  const open = await db.withSystemRole(reason, (tx) => listOpenFindings(tx, providerFindingKind));
  const booked = await listBooked(
    db,
    open.map(({ reference }) => reference),
  );
  for (const { reference: id, subject: kind, workspaceId } of open)
    if (kind === "ledger") unnamed.add(id);
    else {
      const ledgerCents = booked.get(id)?.cents ?? 0;
      differences.set(id, { subject: { kind, id }, workspaceId, ledgerCents });
    }
}

async function compareMovements(
  { db, differences }: Run,
  payments: PaymentsProvider,
  { from, until }: Period,
): Promise<{ listed: ReadonlySet<string>; isWhole: boolean }> {
  const listed = new Set<string>();
  let pages = 0;
  for await (const page of payments.movements(from, until)) {
    const ids = page.flatMap(({ subject, paymentId }) => [subject.id, paymentId]);
    const booked = await listBooked(db, [...new Set(ids)]);
    for (const [id, movements] of Map.groupBy(page, ({ subject }) => subject.id)) {
      listed.add(id);
      const [first] = movements;
      const own = booked.get(id);
      const workspaceId =
        own?.workspaceId ?? booked.get(first?.paymentId ?? "")?.workspaceId ?? first?.workspaceId;
      if (first === undefined || workspaceId === undefined || workspaceId === null) continue;
      const cents = movements.reduce((sum, moved) => sum + moved.cents, 0);
      const ledgerCents = own?.cents ?? 0;
      if (cents !== ledgerCents)
        differences.set(id, { subject: first.subject, workspaceId, ledgerCents });
    }
    pages += 1;
    if (pages === mostPages) return { listed, isWhole: false };
  }
  return { listed, isWhole: true };
}

/** What the ledger has and the list does not. */
async function comparePosted(
  { db, differences, unnamed }: Run,
  listed: ReadonlySet<string>,
  period: Period,
): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const from: string | null = after;
    const posted: readonly PostedTransaction[] = await db.withSystemRole(reason, (tx) =>
      listPosted(tx, { ...period, after: from }, batchSize),
    );
    const missing: string[] = [];
    for (const { providerId, workspaceId } of posted)
      if (providerId === null) unnamed.add(workspaceId);
      else if (!listed.has(providerId)) missing.push(providerId);
    for (const [id, { kind, workspaceId, cents }] of await listBooked(db, missing))
      if (cents !== 0)
        differences.set(id, { subject: { kind, id }, workspaceId, ledgerCents: cents });
    after = posted.at(-1)?.transactionId ?? null;
    if (after === null) return;
  }
}

/** What the provider has of an object now. */
async function readCents(
  payments: PaymentsProvider,
  { subject: { kind, id } }: Difference,
): Promise<number> {
  try {
    if (kind === "payment") return (await payments.payment(id)).receivedCents;
    if (kind === "dispute") {
      const { withdrawnCents, reinstatedCents } = await payments.dispute(id);
      return reinstatedCents - withdrawnCents;
    }
    const { status, amountCents } = await payments.findRefund(id);
    return status === "succeeded" ? -amountCents : 0;
  } catch (error) {
    if (error instanceof PaymentsError && error.kind === "not_found") return 0;
    throw error;
  }
}

const toFinding = (
  { subject: { kind, id }, workspaceId, ledgerCents }: Difference,
  providerCents: number,
): LedgerFinding => ({
  kind: providerFindingKind,
  reference: id,
  detail: {
    workspaceId,
    subject: kind,
    ledger: ledgerCents,
    provider: providerCents,
    cents: providerCents - ledgerCents,
  },
});

const toUnnamed = ({
  workspaceId,
  cents,
}: {
  workspaceId: string;
  cents: number;
}): LedgerFinding => ({
  kind: providerFindingKind,
  reference: workspaceId,
  detail: { workspaceId, subject: "ledger", ledger: cents, provider: 0, cents: -cents },
});

/** Drafts that are made of the month's usage alone: without promo codes and without corrections of earlier months. */
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { listBillingInfo, listVatRates } from "./billing-info-store.ts";
import type { Draft } from "./close-store.ts";
import { type PreparedDraft, taxTime, toSnapshot } from "./documents.ts";
import { readSeller } from "./seller.ts";
import {
  insertUsageDrafts,
  listUnchangedDrafts,
  type TaxedWorkspace,
  type TaxedWorkspaces,
  type UsageMonth,
} from "./usage-drafts-store.ts";

/** Makes the drafts of workspaces. Returns how many are new. */
export async function createUsageDrafts(
  tx: Tx,
  workspaceIds: readonly string[],
  month: UsageMonth,
  now: Date,
): Promise<number> {
  if (workspaceIds.length === 0) return 0;
  const drafts = workspaceIds.map((workspaceId) => ({ id: uuidv7(now), workspaceId }));
  return insertUsageDrafts(tx, await listTaxed(tx, drafts, month, now), month, now);
}

/** The drafts that can be issued as they are: usage, buyer, seller and tax rate have not changed since they were made. */
export async function prepareUnchanged(
  tx: Tx,
  drafts: readonly Draft[],
  month: UsageMonth,
  now: Date,
): Promise<PreparedDraft[]> {
  if (drafts.length === 0) return [];
  const found = await listUnchangedDrafts(tx, await listTaxed(tx, drafts, month, now), month);
  return found.map(({ id, workspaceId, ...amounts }) => ({
    input: { id, workspaceId },
    amounts,
    credits: [],
    percentGrantId: null,
  }));
}

async function listTaxed(
  tx: Tx,
  drafts: readonly Draft[],
  month: UsageMonth,
  now: Date,
): Promise<TaxedWorkspaces> {
  const seller = await readSeller(tx);
  const rates = await listVatRates(tx);
  const infos = await listBillingInfo(
    tx,
    drafts.map(({ workspaceId }) => workspaceId),
  );
  const at = taxTime(month);
  const snapshots: object[] = [];
  const add = (workspaceId: string | null): Pick<TaxedWorkspace, "taxPpm" | "snapshot"> => {
    const info = workspaceId === null ? null : (infos.get(workspaceId) ?? null);
    const { tax, snapshot } = toSnapshot({ seller, info, at, now }, rates);
    return { taxPpm: tax.ratePpm, snapshot: snapshots.push(snapshot) };
  };
  const unknown = add(null);
  const workspaces = drafts.map((draft) => ({
    ...draft,
    ...(infos.has(draft.workspaceId) ? add(draft.workspaceId) : unknown),
  }));
  return { workspaces, snapshots };
}

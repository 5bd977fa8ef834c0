/** Promo credit that has expired and that no invoice can use any more is taken from the balance of promo credit. */
import type { Tx } from "../../core/db/db.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import { listExpiredGrants, lockExpiredGrant, markGrantExpired } from "./promo-store.ts";

const dayMs = 86_400_000;
/** An invoice of the month in which a grant ends may still use it: the close of that month comes first. */
const closeMs = 3 * dayMs;

export async function expirePromoCredit(tx: Tx, now: Date): Promise<void> {
  const closedBefore = new Date(now.getTime() - closeMs);
  const lastClosed = new Date(
    Date.UTC(closedBefore.getUTCFullYear(), closedBefore.getUTCMonth(), 1),
  );
  for (const { id, workspaceId } of await listExpiredGrants(tx, lastClosed)) {
    await lockBillingAccount(tx, workspaceId);
    const grant = await lockExpiredGrant(tx, workspaceId, id);
    if (grant === null) continue;
    const { remaining, code } = grant;
    if (remaining > 0) {
      const { id: transactionId } = await postTransaction(
        tx,
        {
          workspaceId,
          kind: "promo_expired",
          idempotencyKey: `promo_expired:${id}`,
          reference: { promoGrantId: id },
          effectiveAt: now,
          entries: [
            { account: "promo", cents: remaining, promoGrantId: id },
            { account: "promo_grant", cents: -remaining },
          ],
        },
        now,
      );
      await addHistoryEntry(
        tx,
        {
          workspaceId,
          type: "promo_credit",
          cents: -remaining,
          transactionId,
          detail: { code, change: "promo_expired" },
        },
        now,
      );
    }
    await markGrantExpired(tx, workspaceId, id);
  }
}

/** Redemption of a promo code. The locks of the account and of the code make it safe for any number of requests at once. */
import type { api } from "#contracts/api.ts";
import { normalizePromoCode } from "#contracts/promo-codes.ts";
import type { HandlerContext } from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import {
  findGrant,
  insertRedemption,
  type LockedPromoCode,
  lockPromoCode,
  readEligibility,
} from "./promo-store.ts";

const dayMs = 86_400_000;

/** Throws the reason why the workspace cannot redeem the code now. Returns the number of its redemption. */
async function checkRedemption(
  tx: Tx,
  workspaceId: string,
  promo: LockedPromoCode,
  now: Date,
): Promise<number> {
  if (promo.startsAt > now) throw fieldError("code", "promo_code_not_started");
  if (promo.endsAt !== null && promo.endsAt <= now) throw fieldError("code", "promo_code_expired");
  const { redeemed, hasInvoice, hasPercent } = await readEligibility(tx, workspaceId, promo.id);
  if (redeemed >= promo.perWorkspace) throw fieldError("code", "promo_code_already_used");
  if (promo.maxUses !== null && promo.used >= promo.maxUses)
    throw fieldError("code", "promo_code_exhausted");
  if (promo.newWorkspacesOnly && hasInvoice) throw fieldError("code", "promo_code_not_eligible");
  if (promo.kind === "percent" && hasPercent) throw fieldError("code", "promo_code_not_combinable");
  return redeemed + 1;
}

export async function usePromoCode(context: HandlerContext<typeof api.billingPromo.usePromoCode>) {
  const { tx, now, workspace, caller, body, audit, publish } = context;
  await lockBillingAccount(tx, workspace.id);
  const promo = await lockPromoCode(tx, normalizePromoCode(body.code));
  // A deleted or disabled code looks like one that never existed.
  if (promo === null || promo.isDisabled) throw fieldError("code", "promo_code_invalid");
  const redemptionNumber = await checkRedemption(tx, workspace.id, promo, now);
  const grant = {
    id: uuidv7(now),
    redemptionId: uuidv7(now),
    workspaceId: workspace.id,
    promo,
    redemptionNumber,
    validUntil: promo.grantDays === null ? null : new Date(now.getTime() + promo.grantDays * dayMs),
    by: caller.user.id,
  };
  await insertRedemption(tx, grant, now);
  if (promo.amount !== null) {
    const { id: transactionId } = await postTransaction(
      tx,
      {
        workspaceId: workspace.id,
        kind: "promo_redeemed",
        idempotencyKey: `promo_redeemed:${grant.id}`,
        reference: { promoGrantId: grant.id, promoCodeId: promo.id },
        effectiveAt: now,
        entries: [
          { account: "promo_grant", cents: promo.amount },
          { account: "promo", cents: -promo.amount, promoGrantId: grant.id },
        ],
      },
      now,
    );
    await addHistoryEntry(
      tx,
      {
        workspaceId: workspace.id,
        type: "promo_credit",
        cents: promo.amount,
        transactionId,
        detail: { code: promo.code },
        createdBy: caller.user.id,
      },
      now,
    );
  }
  audit({
    target: { type: "workspace", id: workspace.id, name: workspace.name },
    changes: [{ field: "billing.promoCode", from: null, to: promo.code }],
  });
  await publish(workspace.id, { topic: "billing", id: null });
  return findGrant(tx, workspace.id, grant.id);
}

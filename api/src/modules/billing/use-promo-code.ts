/** Redemption of a promo code. The locks of the account and of the code make it safe for any number of requests at once. */
import type { api } from "#contracts/api.ts";
import { normalizePromoCode } from "#contracts/promo-codes.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { type HandlerContext, type Handlers, preparedHandler } from "../../core/http/handlers.ts";
import type { Throttle, ThrottleRule } from "../../core/http/throttle.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { addHistoryEntry, lockBillingAccount, postTransaction } from "./ledger.ts";
import {
  findGrant,
  insertRedemption,
  isRedeemable,
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

/** Wrong codes of a workspace: more would serve to guess one. Then one attempt every half minute. */
const wrongCodes: ThrottleRule = {
  name: "promo_code",
  limit: 10,
  windowSeconds: 3_600,
  firstBlockSeconds: 30,
  longestBlockSeconds: 30,
};

interface PromoDeps {
  readonly db: Database;
  readonly throttle: Throttle;
}

/** Throws 429 for a blocked workspace, also for a right code, so that the answer says nothing about the code. */
async function countWrongCode(
  { db, throttle }: PromoDeps,
  { workspaceId, code }: { workspaceId: string; code: string },
  now: Date,
): Promise<void> {
  const isRight = await db.withSystemRole("a promo code belongs to no tenant", (tx) =>
    isRedeemable(tx, normalizePromoCode(code)),
  );
  if (!isRight) return await throttle.consumeOrThrow(wrongCodes, workspaceId, now);
  const until = await throttle.blockedUntil(wrongCodes, workspaceId, now);
  if (until === null) return;
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  throw new ProblemError("too_many_requests", { seconds });
}

/** A wrong code is counted in a transaction of its own, before the request has one. */
export const redeemPromoCode = (
  deps: PromoDeps,
): Handlers<Pick<typeof api.billingPromo, "redeemPromoCode">>["redeemPromoCode"] =>
  preparedHandler("a promo code belongs to no tenant", async ({ body, caller, now }) => {
    const { workspace } = caller;
    if (workspace === null) throw new ProblemError("not_found");
    await countWrongCode(deps, { workspaceId: workspace.id, code: body.code }, now);
    return redeem;
  });

async function redeem(context: HandlerContext<typeof api.billingPromo.redeemPromoCode>) {
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

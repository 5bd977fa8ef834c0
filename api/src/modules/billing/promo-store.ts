/** SQL of promo codes, their redemptions and what they granted. */
import type { PromoGrant } from "#contracts/promo-codes.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { moneyOrNull } from "./billing-sql.ts";

/** Active grants that ended before a time, at most 1000. */
export const listExpiredGrants = (
  tx: Tx,
  before: Date,
): Promise<{ id: string; workspaceId: string }[]> =>
  tx.many<{ id: string; workspaceId: string }>(sql`
    SELECT id, workspace_id AS "workspaceId" FROM promo_grant WHERE status = 'active' AND valid_until <= ${before}
     ORDER BY workspace_id, id LIMIT 1000`);

export const lockExpiredGrant = (tx: Tx, workspaceId: string, id: string) =>
  tx.maybeOne<{ remaining: number; code: string }>(sql`
    SELECT remaining_cents AS remaining, code FROM promo_grant
     WHERE workspace_id = ${workspaceId} AND id = ${id} AND status = 'active' FOR UPDATE`);

export const markGrantExpired = (tx: Tx, workspaceId: string, id: string) =>
  tx.execute(
    sql`UPDATE promo_grant SET status = 'expired' WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );

export interface LockedPromoCode {
  readonly id: string;
  readonly code: string;
  readonly kind: "credit" | "percent";
  readonly amount: number | null;
  readonly percentPpm: number | null;
  readonly months: number | null;
  readonly maximum: number | null;
  readonly maxUses: number | null;
  readonly used: number;
  readonly perWorkspace: number;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly grantDays: number | null;
  readonly newWorkspacesOnly: boolean;
  readonly isDisabled: boolean;
}

/** The live code, locked until the transaction ends, so that its uses are counted one after another. */
export const lockPromoCode = (tx: Tx, code: string): Promise<LockedPromoCode | null> =>
  tx.maybeOne<LockedPromoCode>(sql`
    SELECT id, code, kind, amount_cents AS amount, percent_ppm AS "percentPpm", months, maximum_cents AS maximum, max_uses AS "maxUses", used,
           per_workspace AS "perWorkspace", starts_at AS "startsAt", ends_at AS "endsAt", grant_days AS "grantDays",
           new_workspaces_only AS "newWorkspacesOnly", is_disabled AS "isDisabled"
      FROM promo_code WHERE code = ${code} AND deleted_at IS NULL FOR UPDATE`);

/** Whether the code exists and is not disabled; whether it can be used now is another matter. */
export const isRedeemable = async (tx: Tx, code: string): Promise<boolean> =>
  (
    await tx.one<{ found: boolean }>(
      sql`SELECT EXISTS (SELECT FROM promo_code WHERE code = ${code} AND deleted_at IS NULL AND NOT is_disabled) AS found`,
    )
  ).found;

/** What the workspace did with the code, and whether it has an issued invoice or an active percentage. */
export const readEligibility = (tx: Tx, workspaceId: string, promoCodeId: string) =>
  tx.one<{ redeemed: number; hasInvoice: boolean; hasPercent: boolean }>(sql`
    SELECT (SELECT count(*) FROM promo_redemption WHERE workspace_id = ${workspaceId} AND promo_code_id = ${promoCodeId}) AS redeemed,
           EXISTS (SELECT FROM invoice WHERE workspace_id = ${workspaceId} AND series_number IS NOT NULL) AS "hasInvoice",
           EXISTS (SELECT FROM promo_grant WHERE workspace_id = ${workspaceId} AND kind = 'percent' AND status = 'active') AS "hasPercent"`);

export interface NewGrant {
  readonly id: string;
  readonly redemptionId: string;
  readonly workspaceId: string;
  readonly promo: LockedPromoCode;
  readonly redemptionNumber: number;
  readonly validUntil: Date | null;
  readonly by: string;
}

/** Counts the use and stores redemption and grant; the credit itself is posted in the ledger. */
export async function insertRedemption(
  tx: Tx,
  { id, redemptionId, workspaceId, promo, redemptionNumber, validUntil, by }: NewGrant,
  now: Date,
): Promise<void> {
  await tx.execute(sql`UPDATE promo_code SET used = used + 1 WHERE id = ${promo.id}`);
  await tx.execute(sql`
    INSERT INTO promo_redemption (id, promo_code_id, workspace_id, redemption_number, redeemed_by, redeemed_at)
    VALUES (${redemptionId}, ${promo.id}, ${workspaceId}, ${redemptionNumber}, ${by}, ${now})`);
  await tx.execute(sql`
    INSERT INTO promo_grant (id, workspace_id, redemption_id, kind, code, percent_ppm, maximum_cents, months_left, valid_from, valid_until, created_at)
    VALUES (${id}, ${workspaceId}, ${redemptionId}, ${promo.kind}, ${promo.code}, ${promo.percentPpm}, ${promo.maximum}, ${promo.months}, ${now},
      ${validUntil}, ${now})`);
}

const grantJson = sql`json_build_object('id', g.id, 'code', g.code, 'kind', g.kind,
  'remaining', CASE g.kind WHEN 'credit' THEN ${moneyOrNull(sql`g.remaining_cents`)} END, 'percentPpm', g.percent_ppm,
  'maximum', ${moneyOrNull(sql`g.maximum_cents`)}, 'monthsLeft', g.months_left, 'validUntil', ${isoTimestamp("g.valid_until")},
  'createdAt', ${isoTimestamp("g.created_at")})`;

/** Active grants in the order in which they are used. */
export async function listActiveGrants(
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<PromoGrant[]> {
  const rows = await tx.many<{ grant: PromoGrant }>(sql`
    SELECT ${grantJson} AS grant FROM promo_grant g
     WHERE g.workspace_id = ${workspaceId} AND g.status = 'active' AND (g.valid_until IS NULL OR g.valid_until > ${now})
       AND (g.kind = 'percent' OR g.remaining_cents > 0)
     ORDER BY g.valid_until NULLS LAST, g.id`);
  return rows.map(({ grant }) => grant);
}

export async function findGrant(tx: Tx, workspaceId: string, id: string): Promise<PromoGrant> {
  const row = await tx.one<{ grant: PromoGrant }>(
    sql`SELECT ${grantJson} AS grant FROM promo_grant g WHERE g.workspace_id = ${workspaceId} AND g.id = ${id}`,
  );
  return row.grant;
}

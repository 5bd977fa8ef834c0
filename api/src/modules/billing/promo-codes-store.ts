/** SQL of promo codes for staff. */
import type { PromoCode, PromoCodeInput, promoListStatuses } from "#contracts/promo-codes.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { moneyOrNull } from "./billing-sql.ts";

const statusAt = (
  now: Date,
) => sql`CASE WHEN c.is_disabled THEN 'disabled' WHEN c.ends_at <= ${now} THEN 'expired'
  WHEN c.used >= c.max_uses THEN 'exhausted' WHEN c.starts_at > ${now} THEN 'scheduled' ELSE 'active' END`;

const codeJson = (
  now: Date,
) => sql`json_build_object('id', c.id, 'code', c.code, 'kind', c.kind, 'status', ${statusAt(now)},
  'amount', ${moneyOrNull(sql`c.amount_cents`)}, 'percentPpm', c.percent_ppm, 'months', c.months, 'maximum', ${moneyOrNull(sql`c.maximum_cents`)},
  'maxUses', c.max_uses, 'used', c.used, 'perWorkspace', c.per_workspace, 'startsAt', ${isoTimestamp("c.starts_at")},
  'endsAt', ${isoTimestamp("c.ends_at")}, 'grantDays', c.grant_days, 'newWorkspacesOnly', c.new_workspaces_only, 'isDisabled', c.is_disabled,
  'createdAt', ${isoTimestamp("c.created_at")}, 'updatedAt', ${isoTimestamp("c.updated_at")}, 'deletedAt', ${isoTimestamp("c.deleted_at")})`;

export interface PromoCodeFilter {
  readonly page: number;
  readonly perPage: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly search?: string | undefined;
  readonly status?: readonly (typeof promoListStatuses)[number][] | undefined;
  readonly orderBy?: string | undefined;
}

export const listPromoCodes = (
  { search, status, orderBy, ...page }: PromoCodeFilter,
  now: Date,
): ListQuery => ({
  from: sql`promo_code c`,
  alias: "c",
  where: [
    ...(search === undefined ? [] : [sql`strpos(c.code, upper(${search})) > 0`]),
    status === undefined
      ? sql`c.deleted_at IS NULL`
      : sql`CASE WHEN c.deleted_at IS NOT NULL THEN 'deleted' ELSE ${statusAt(now)} END = ANY(${[...status]})`,
  ],
  sort:
    orderBy === "code" || orderBy === "-code"
      ? { column: sql`c.code`, type: "text" }
      : { column: sql`c.created_at`, type: "timestamptz" },
  descending: orderBy === undefined || orderBy.startsWith("-"),
  rowJson: codeJson(now),
  page,
});

export async function findPromoCode(tx: Tx, id: string, now: Date): Promise<PromoCode | null> {
  const row = await tx.maybeOne<{ code: PromoCode }>(
    sql`SELECT ${codeJson(now)} AS code FROM promo_code c WHERE c.id = ${id}`,
  );
  return row?.code ?? null;
}

export const lockPromoCodeById = (tx: Tx, id: string) =>
  tx.maybeOne<{ used: number }>(sql`SELECT used FROM promo_code WHERE id = ${id} FOR UPDATE`);

export const insertPromoCode = (
  tx: Tx,
  id: string,
  input: PromoCodeInput,
  { by, now }: { by: string; now: Date },
) =>
  tx.execute(sql`
    INSERT INTO promo_code (id, code, kind, amount_cents, percent_ppm, months, maximum_cents, max_uses, per_workspace, starts_at, ends_at,
      grant_days, new_workspaces_only, is_disabled, created_by, created_at, updated_at)
    VALUES (${id}, ${input.code}, ${input.kind}, ${input.amountCents}, ${input.percentPpm}, ${input.months}, ${input.maximumCents}, ${input.maxUses},
      ${input.perWorkspace}, coalesce(${input.startsAt}::timestamptz, ${now}), ${input.endsAt}, ${input.grantDays}, ${input.newWorkspacesOnly},
      ${input.isDisabled}, ${by}, ${now}, ${now})`);

export const updatePromoCode = (tx: Tx, id: string, input: PromoCodeInput, now: Date) =>
  tx.execute(sql`
    UPDATE promo_code SET code = ${input.code}, kind = ${input.kind}, amount_cents = ${input.amountCents}, percent_ppm = ${input.percentPpm},
           months = ${input.months}, maximum_cents = ${input.maximumCents}, max_uses = ${input.maxUses}, per_workspace = ${input.perWorkspace},
           starts_at = coalesce(${input.startsAt}::timestamptz, starts_at), ends_at = ${input.endsAt}, grant_days = ${input.grantDays},
           new_workspaces_only = ${input.newWorkspacesOnly}, is_disabled = ${input.isDisabled}, version = version + 1, updated_at = ${now}
     WHERE id = ${id}`);

export const deletePromoCode = (tx: Tx, id: string, now: Date) =>
  tx.execute(
    sql`UPDATE promo_code SET deleted_at = ${now}, updated_at = ${now} WHERE id = ${id} AND deleted_at IS NULL`,
  );

export const restorePromoCode = (tx: Tx, id: string, now: Date) =>
  tx.execute(
    sql`UPDATE promo_code SET deleted_at = NULL, updated_at = ${now} WHERE id = ${id} AND deleted_at IS NOT NULL`,
  );

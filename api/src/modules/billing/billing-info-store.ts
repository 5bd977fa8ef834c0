/** SQL of who is invoiced and who sells, of VAT rates, and of checks of VAT ids. */
import type { BillingInfo, BillingInfoInput } from "#contracts/billing-info.ts";
import { type Tx, sql } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";

export async function selectSellerDetails(tx: Tx): Promise<unknown> {
  const row = await tx.one<{ details: unknown }>(sql`SELECT details FROM billing_seller`);
  return row.details;
}

export const saveSeller = (tx: Tx, seller: object) =>
  tx.execute(sql`UPDATE billing_seller SET details = ${JSON.stringify(seller)}::jsonb`);

export type BillingInfoRow = Omit<BillingInfo, "vatStatus"> & {
  readonly vatStatus: Exclude<BillingInfo["vatStatus"], "none"> | null;
  /** Last time the VAT id was found valid. */
  readonly vatValidAt: Date | null;
  readonly consultationNumber: string | null;
};

/** The newest version, or null. */
export const findBillingInfo = async (
  tx: Tx,
  workspaceId: string,
): Promise<BillingInfoRow | null> =>
  (await listBillingInfo(tx, [workspaceId])).get(workspaceId) ?? null;

/** The newest version of each workspace that has one. */
export async function listBillingInfo(
  tx: Tx,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, BillingInfoRow>> {
  const rows = await tx.many<BillingInfoRow & { workspaceId: string }>(sql`
    SELECT DISTINCT ON (b.workspace_id) b.workspace_id AS "workspaceId", b.version, b.name, b.company, b.address_line1 AS "addressLine1",
           b.address_line2 AS "addressLine2", b.postal_code AS "postalCode", b.city,
           b.region, b.country, b.vat_id AS "vatId", c.status AS "vatStatus", ${isoTimestamp("c.checked_at")} AS "vatCheckedAt", b.receivers,
           b.order_number AS "orderNumber", ${isoTimestamp("b.created_at")} AS "updatedAt", c.valid_at AS "vatValidAt",
           c.consultation_number AS "consultationNumber"
      FROM billing_info b LEFT JOIN vat_id_check c ON c.workspace_id = b.workspace_id AND c.vat_id = b.vat_id
     WHERE b.workspace_id = ANY(${[...workspaceIds]}) ORDER BY b.workspace_id, b.version DESC`);
  return new Map(rows.map(({ workspaceId, ...info }) => [workspaceId, info]));
}

/** The caller holds the lock of the billing account. */
export const insertBillingInfo = (
  tx: Tx,
  workspaceId: string,
  version: number,
  info: BillingInfoInput,
  { by, now }: { by: string; now: Date },
) =>
  tx.execute(sql`
    INSERT INTO billing_info (workspace_id, version, name, company, address_line1, address_line2, postal_code, city, region, country, vat_id,
      receivers, order_number, created_by, created_at)
    VALUES (${workspaceId}, ${version}, ${info.name}, ${info.company}, ${info.addressLine1}, ${info.addressLine2}, ${info.postalCode}, ${info.city},
      ${info.region}, ${info.country}, ${info.vatId}, ${info.receivers}, ${info.orderNumber}, ${by}, ${now})`);

/** Has no effect on an id that was checked before. */
export const insertUncheckedVatId = (tx: Tx, workspaceId: string, vatId: string) =>
  tx.execute(sql`INSERT INTO vat_id_check (workspace_id, vat_id, status) VALUES (${workspaceId}, ${vatId}, 'unverified')
    ON CONFLICT (workspace_id, vat_id) DO NOTHING`);

/** Whether the id is the one of the workspace's newest information. */
export const isCurrentVatId = async (
  tx: Tx,
  workspaceId: string,
  vatId: string,
): Promise<boolean> =>
  (
    await tx.one<{ is: boolean }>(sql`
      SELECT ${vatId} IS NOT DISTINCT FROM (SELECT vat_id FROM billing_info WHERE workspace_id = ${workspaceId} ORDER BY version DESC LIMIT 1) AS is`)
  ).is;

/** A register that does not respond does not undo an earlier answer of `valid` younger than `validSince`. */
export const saveVatCheck = (
  tx: Tx,
  check: {
    workspaceId: string;
    vatId: string;
    status: "valid" | "invalid" | "unavailable";
    consultationNumber: string | null;
    validSince: Date;
    now: Date;
  },
) =>
  tx.execute(sql`
    UPDATE vat_id_check SET checked_at = ${check.now},
           status = CASE WHEN ${check.status} = 'unavailable' AND status = 'valid' AND valid_at > ${check.validSince} THEN 'valid' ELSE ${check.status} END,
           valid_at = CASE ${check.status} WHEN 'valid' THEN ${check.now}::timestamptz WHEN 'invalid' THEN NULL ELSE valid_at END,
           consultation_number = CASE ${check.status} WHEN 'unavailable' THEN consultation_number ELSE ${check.consultationNumber} END
     WHERE workspace_id = ${check.workspaceId} AND vat_id = ${check.vatId}`);

/** Current VAT ids that were checked before `before`, so that they are checked again in time. */
export const listDueVatIds = (
  tx: Tx,
  before: Date,
): Promise<{ workspaceId: string; vatId: string }[]> =>
  tx.many<{ workspaceId: string; vatId: string }>(sql`
    SELECT c.workspace_id AS "workspaceId", c.vat_id AS "vatId" FROM vat_id_check c
      JOIN LATERAL (SELECT vat_id FROM billing_info b WHERE b.workspace_id = c.workspace_id ORDER BY version DESC LIMIT 1) b ON b.vat_id = c.vat_id
     WHERE c.status <> 'invalid' AND (c.checked_at IS NULL OR c.checked_at < ${before}) LIMIT 10000`);

export interface VatRateRow {
  readonly country: string;
  /** In parts per million. */
  readonly ratePpm: number;
  /** First day in UTC, as YYYY-MM-DD. */
  readonly validFrom: string;
}

/** Every rate, the newest first. */
export const listVatRates = (tx: Tx): Promise<VatRateRow[]> =>
  tx.many<VatRateRow>(sql`
    SELECT country, rate_ppm AS "ratePpm", to_char(valid_from, 'YYYY-MM-DD') AS "validFrom" FROM vat_rate ORDER BY valid_from DESC`);

/** SQL of the datasets of a data copy. It runs as boreal_system. */
import { type Tx, sql, type Sql, raw, join } from "../../core/db/db.ts";
import { isoTimestamp } from "../../core/db/list.ts";
import { z } from "zod";
import type { CsvValue } from "../../core/lib/csv.ts";
import { documentNumber } from "../billing/billing-sql.ts";

export const getEmail = async (tx: Tx, userId: string): Promise<string> =>
  (await tx.one<{ email: string }>(sql`SELECT email FROM user_account WHERE id = ${userId}`)).email;

interface Dataset {
  /** SQL expressions by column name in the copy. */
  columns: Readonly<Record<string, Sql>>;
  from: Sql;
}

/** Limits rows to workspaces the user is still a member of; what they created elsewhere belongs to others. */
const joinCurrentMembership = (alias: string, userId: string) =>
  sql`JOIN workspace w ON w.id = ${raw(alias)}.workspace_id
      JOIN user_workspace_role r ON r.workspace_id = w.id AND r.user_id = ${userId} AND r.expired_at IS NULL
     WHERE ${raw(alias)}.created_by = ${userId} ORDER BY ${raw(alias)}.created_at`;

export const datasets = (userId: string): Readonly<Record<string, Dataset>> => ({
  account: {
    columns: {
      id: sql`u.id`,
      email: sql`u.email`,
      emailVerifiedAt: isoTimestamp("u.email_verified_at"),
      previousEmail: sql`u.previous_email`,
      emailChangedAt: isoTimestamp("u.email_changed_at"),
      firstName: sql`u.first_name`,
      lastName: sql`u.last_name`,
      dateOfBirth: sql`u.dob`,
      language: sql`u.locale`,
      timeZone: sql`u.timezone`,
      status: sql`u.status`,
      passwordChangedAt: isoTimestamp("u.password_changed_at"),
      twoFactorEnabledAt: isoTimestamp("u.two_factor_enabled_at"),
      isOver18: sql`u.is_over_18`,
      termsVersion: sql`u.tos_version`,
      termsAcceptedAt: isoTimestamp("u.tos_accepted_at"),
      termsAcceptedFrom: sql`host(u.tos_ip)`,
      staffRole: sql`(SELECT s.staff_role_id FROM user_staff_role s WHERE s.user_id = u.id AND s.expired_at IS NULL)`,
      createdAt: isoTimestamp("u.created_at"),
    },
    from: sql`user_account u WHERE u.id = ${userId}`,
  },
  "sign-in-accounts": {
    columns: {
      provider: sql`i.provider`,
      email: sql`i.email_when_linked`,
      linkedAt: isoTimestamp("i.linked_at"),
    },
    from: sql`user_identity i WHERE i.user_id = ${userId} ORDER BY i.linked_at`,
  },
  passkeys: {
    columns: {
      name: sql`p.name`,
      createdAt: isoTimestamp("p.created_at"),
      lastUsedAt: isoTimestamp("p.last_used_at"),
    },
    from: sql`passkey p WHERE p.user_id = ${userId} ORDER BY p.created_at`,
  },
  devices: {
    columns: {
      name: sql`d.name`,
      createdAt: isoTimestamp("d.created_at"),
      lastSeenAt: isoTimestamp("d.last_seen_at"),
    },
    from: sql`known_device d WHERE d.user_id = ${userId} ORDER BY d.created_at`,
  },
  // Impersonation sessions belong to staff and are left out; the activity lists the impersonations.
  sessions: {
    columns: {
      startedAt: isoTimestamp("s.created_at"),
      lastUsedAt: isoTimestamp("s.updated_at"),
      endedAt: isoTimestamp("s.revoked_at"),
      firstFactor: sql`s.first_factor`,
      secondFactor: sql`s.second_factor`,
      ip: sql`host(s.ip)`,
      browser: sql`s.user_agent`,
    },
    from: sql`session s WHERE s.user_id = ${userId} AND s.auth_type IN ('password', 'oauth') ORDER BY s.created_at`,
  },
  workspaces: {
    columns: {
      handle: sql`w.handle`,
      name: sql`w.name`,
      role: sql`r.workspace_role_id`,
      since: isoTimestamp("r.created_at"),
      isDefault: sql`r.is_default`,
    },
    from: sql`user_workspace_role r JOIN workspace w ON w.id = r.workspace_id
      WHERE r.user_id = ${userId} AND r.expired_at IS NULL ORDER BY r.created_at`,
  },
  projects: {
    columns: {
      workspace: sql`w.handle`,
      name: sql`p.name`,
      description: sql`p.description`,
      createdAt: isoTimestamp("p.created_at"),
    },
    from: sql`project p ${joinCurrentMembership("p", userId)}`,
  },
  "ssh-keys": {
    columns: {
      workspace: sql`w.handle`,
      name: sql`c.name`,
      publicKey: sql`c.public_key`,
      fingerprint: sql`c.fingerprint_sha256`,
      createdAt: isoTimestamp("c.created_at"),
    },
    from: sql`credential c ${joinCurrentMembership("c", userId)}`,
  },
  // One row for each line of an order.
  orders: {
    columns: {
      workspace: sql`w.handle`,
      order: sql`o.id`,
      region: sql`l.region_handle`,
      product: sql`p.name`,
      quantity: sql`l.quantity`,
      rateMicrosPerHour: sql`l.rate_micros_per_hour`,
      createdAt: isoTimestamp("o.created_at"),
    },
    from: sql`purchase_order o JOIN purchase_order_line l ON l.workspace_id = o.workspace_id AND l.order_id = o.id
      JOIN product p ON p.id = l.product_id ${joinCurrentMembership("o", userId)}, l.line_number`,
  },
  instances: {
    columns: {
      workspace: sql`w.handle`,
      hostname: sql`i.hostname`,
      status: sql`i.status`,
      region: sql`i.region_handle`,
      publicIp: sql`host(i.public_ip)`,
      createdAt: isoTimestamp("i.created_at"),
      terminatedAt: isoTimestamp("i.terminated_at"),
    },
    from: sql`instance i ${joinCurrentMembership("i", userId)}`,
  },
  // Invoices and credit notes of the workspaces that the user owns.
  invoices: {
    columns: {
      workspace: sql`w.handle`,
      number: documentNumber(sql`d`),
      type: sql`d.kind`,
      status: sql`d.status`,
      periodStart: isoTimestamp("d.period_start"),
      periodEnd: isoTimestamp("d.period_end"),
      netCents: sql`d.net_cents`,
      taxCents: sql`d.tax_cents`,
      totalCents: sql`d.total_cents`,
      paidCents: sql`d.paid_cents`,
      creditedCents: sql`d.credited_cents`,
      currency: sql`'USD'::text`,
      buyer: sql`d.snapshot->'buyer'->>'name'`,
      buyerCompany: sql`d.snapshot->'buyer'->>'company'`,
      buyerVatId: sql`d.snapshot->'buyer'->>'vatId'`,
      issuedAt: isoTimestamp("d.issued_at"),
      dueAt: isoTimestamp("d.due_at"),
      paidAt: isoTimestamp("d.paid_at"),
    },
    from: sql`invoice d JOIN workspace w ON w.id = d.workspace_id
      JOIN user_workspace_role r ON r.workspace_id = w.id AND r.user_id = ${userId} AND r.expired_at IS NULL AND r.workspace_role_id = 'owner'
     WHERE d.series_number IS NOT NULL ORDER BY d.issued_at, d.series, d.series_number`,
  },
});

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export async function readDataset(
  tx: Tx,
  { columns, from }: Dataset,
): Promise<Record<string, CsvValue>[]> {
  const pairs = Object.entries(columns).map(([name, value]) => sql`${name}::text, ${value}`);
  const rows = await tx.many<{ row: unknown }>(
    sql`SELECT json_build_object(${join(pairs)}) AS row FROM ${from}`,
  );
  return rows.map(({ row }) => Row.parse(row));
}

/** The user's avatar as WebP; null where they have none. */
export const findAvatarImage = async (tx: Tx, userId: string): Promise<Buffer | null> =>
  (await tx.maybeOne<{ image: Buffer }>(sql`SELECT image FROM avatar WHERE user_id = ${userId}`))
    ?.image ?? null;

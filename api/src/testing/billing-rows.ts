/** Rows of billing for tests, inserted directly. */
import { sql, type Tx } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";

interface TestInvoice {
  readonly workspaceId: string;
  readonly cents: number;
  readonly number: number;
  readonly dueAt: Date;
}

/** An issued invoice of one manual line, without tax and without ledger entries. */
export async function insertIssuedInvoice(
  tx: Tx,
  { workspaceId, cents, number, dueAt }: TestInvoice,
  now: Date,
): Promise<string> {
  const id = uuidv7(now);
  await tx.execute(sql`INSERT INTO number_series (code, next_number) VALUES ('TST-2026', ${number + 1})
    ON CONFLICT (code) DO UPDATE SET next_number = greatest(number_series.next_number, excluded.next_number)`);
  await tx.execute(sql`
    INSERT INTO invoice (id, workspace_id, kind, status, series, series_number, subtotal_cents, net_cents, total_cents, created_at, updated_at, issued_at, due_at)
    VALUES (${id}, ${workspaceId}, 'invoice', 'issued', 'TST-2026', ${number}, ${cents}, ${cents}, ${cents}, ${now}, ${now}, ${now}, ${dueAt})`);
  await tx.execute(sql`INSERT INTO invoice_line (id, workspace_id, invoice_id, position, kind, description, amount_cents)
    VALUES (${uuidv7(now)}, ${workspaceId}, ${id}, 1, 'manual', 'Test', ${cents})`);
  return id;
}

/** One row of the workspace in every table of billing, for tests of row-level security. */
export async function insertBillingRows(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const { next } = await tx.one<{ next: number }>(
    sql`SELECT coalesce(max(next_number), 1) AS next FROM number_series WHERE code = 'TST-2026'`,
  );
  const invoiceId = await insertIssuedInvoice(
    tx,
    { workspaceId, cents: 100, number: next, dueAt: now },
    now,
  );
  await tx.execute(sql`INSERT INTO billing_file (id, workspace_id, invoice_id, format, language, bytes, sha256, created_at)
    VALUES (${uuidv7(now)}, ${workspaceId}, ${invoiceId}, 'pdf', 'en', '\\x00', sha256('\\x00'), ${now})`);
  const [code, redemption, grant, transaction] = [1, 2, 3, 4].map(() => uuidv7(now));
  await tx.execute(sql`INSERT INTO promo_code (id, code, kind, amount_cents, used, starts_at, created_at, updated_at)
    VALUES (${code}, upper(${`T-${workspaceId}`}), 'credit', 100, 1, ${now}, ${now}, ${now})`);
  await tx.execute(
    sql`INSERT INTO promo_redemption (id, promo_code_id, workspace_id, redeemed_at) VALUES (${redemption}, ${code}, ${workspaceId}, ${now})`,
  );
  await tx.execute(sql`INSERT INTO promo_grant (id, workspace_id, redemption_id, kind, code, valid_from, created_at)
    VALUES (${grant}, ${workspaceId}, ${redemption}, 'credit', 'TEST', ${now}, ${now})`);
  await tx.execute(
    sql`INSERT INTO invoice_discount (workspace_id, invoice_id, promo_grant_id, cents) VALUES (${workspaceId}, ${invoiceId}, ${grant}, 1)`,
  );
  await tx.execute(sql`INSERT INTO ledger_transaction (id, workspace_id, kind, idempotency_key, effective_at, recorded_at)
    VALUES (${transaction}, ${workspaceId}, 'test', 'test', ${now}, ${now})`);
  await tx.execute(sql`INSERT INTO ledger_entry (transaction_id, position, workspace_id, account, cents)
    VALUES (${transaction}, 1, ${workspaceId}, 'receivable', 100), (${transaction}, 2, ${workspaceId}, 'revenue', -100)`);
  await tx.execute(sql`INSERT INTO billing_history_entry (id, workspace_id, entry_number, type, status, amount_cents, invoice_id, created_at, updated_at)
    VALUES (${uuidv7(now)}, ${workspaceId}, 1, 'invoice', 'pending', -100, ${invoiceId}, ${now}, ${now})`);
  await tx.execute(sql`INSERT INTO billing_info (workspace_id, version, name, address_line1, city, country, created_at)
    VALUES (${workspaceId}, 1, 'Test', 'Test 1', 'Test', 'NL', ${now})`);
  await tx.execute(
    sql`INSERT INTO vat_id_check (workspace_id, vat_id, status) VALUES (${workspaceId}, 'NL123456789B01', 'unverified')`,
  );
}

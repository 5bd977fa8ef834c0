/** SQL that reads invoices and credit notes. */
import type { documentKinds, Invoice, InvoiceRow, InvoiceStatus } from "#contracts/invoices.ts";
import { join, type Sql, sql, type Tx } from "../../core/db/db.ts";
import { isOneOf, isoTimestamp, type ListQuery } from "../../core/db/list.ts";
import { documentNumber, money, openCents, searchByWorkspace } from "./billing-sql.ts";

const rowPairs = sql`'id', i.id, 'kind', i.kind, 'number', ${documentNumber(sql`i`)}, 'status', i.status,
  'periodStart', ${isoTimestamp("i.period_start")}, 'periodEnd', ${isoTimestamp("i.period_end")}, 'total', ${money(sql`i.total_cents`)},
  'outstanding', ${money(sql`CASE WHEN i.kind = 'invoice' AND i.series_number IS NOT NULL
     THEN ${openCents(sql`i`)} ELSE 0 END`)},
  'issuedAt', ${isoTimestamp("i.issued_at")}, 'dueAt', ${isoTimestamp("i.due_at")}, 'paidAt', ${isoTimestamp("i.paid_at")},
  'createdAt', ${isoTimestamp("i.created_at")}`;

export interface InvoiceFilter {
  readonly page: number;
  readonly perPage: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Only of staff. */
  readonly workspaceId?: string | undefined;
  readonly search?: string | undefined;
  readonly status?: readonly InvoiceStatus[] | undefined;
  readonly kind?: readonly (typeof documentKinds)[number][] | undefined;
  readonly orderBy?: string | undefined;
}

/** The document that a search names by its number, or null. */
function findNumber(search: string): Sql | null {
  const [, series, number] = /^([A-Z]+-\d{4})-0*(\d{1,9})$/.exec(search.trim().toUpperCase()) ?? [];
  return series === undefined || number === undefined
    ? null
    : sql`i.series = ${series} AND i.series_number = ${Number(number)}`;
}

/** Staff see the documents of all workspaces, and find them by number, or by part of the name or handle of the workspace. */
export function listInvoices(
  { workspaceId, search = "", status, kind, orderBy, ...page }: InvoiceFilter,
  { isForStaff }: { isForStaff: boolean },
): ListQuery {
  const numbered = findNumber(search);
  return {
    from: sql`invoice i`,
    alias: "i",
    ...(search !== "" &&
      numbered === null && { search: searchByWorkspace(sql`i.workspace_id`, search) }),
    where: [
      // A discarded draft was never a document.
      status === undefined ? sql`i.status <> 'discarded'` : isOneOf("i.status", status),
      ...(kind === undefined ? [] : [isOneOf("i.kind", kind)]),
      ...(isForStaff ? [] : [sql`i.workspace_id = app_workspace_id()`]),
      ...(workspaceId === undefined ? [] : [sql`i.workspace_id = ${workspaceId}`]),
      ...(numbered === null ? [] : [numbered]),
    ],
    forceCustomPlan: search !== "" || status !== undefined || kind !== undefined,
    sort: { column: sql`i.created_at`, type: "timestamptz" },
    descending: orderBy !== "createdAt",
    rowJson: isForStaff
      ? sql`json_build_object(${rowPairs}, 'workspace', json_build_object('id', w.id, 'handle', w.handle, 'name', w.name))`
      : sql`json_build_object(${rowPairs})`,
    ...(isForStaff && { joins: sql`JOIN workspace w ON w.id = i.workspace_id` }),
    page,
  };
}

const linkTo = (condition: Sql) => sql`
  (SELECT json_build_object('id', o.id, 'number', ${documentNumber(sql`o`)}, 'total', ${money(sql`o.total_cents`)})
     FROM invoice o WHERE o.workspace_id = i.workspace_id AND ${condition} LIMIT 1)`;

const linesJson = sql`
  (SELECT coalesce(json_agg(json_build_object('id', l.id, 'kind', l.kind, 'description', l.description,
            'project', CASE WHEN l.project_id IS NOT NULL THEN json_build_object('id', l.project_id, 'name', l.project_name) END,
            'product', CASE WHEN l.product_id IS NOT NULL THEN json_build_object('id', l.product_id, 'name', coalesce(l.product_name, d.name)) END,
            'rateMicrosPerHour', l.rate_micros_per_hour, 'periodStart', ${isoTimestamp("l.period_start")}, 'periodEnd', ${isoTimestamp("l.period_end")},
            'seconds', l.seconds, 'quantity', l.quantity, 'unitPriceMicros', l.unit_price_micros, 'amount', ${money(sql`l.amount_cents`)},
            'discount', ${money(sql`l.discount_cents`)}, 'tax', ${money(sql`l.tax_cents`)}, 'instances', n.instances) ORDER BY l.position), '[]')
     FROM invoice_line l
     LEFT JOIN product d ON d.id = l.product_id
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('id', u.instance_id, 'hostname', u.hostname, 'seconds', u.seconds,
               'startedAt', ${isoTimestamp("to_timestamp(u.start_second)")}, 'endedAt', ${isoTimestamp("to_timestamp(u.end_second)")})
               ORDER BY u.start_second, u.hostname), '[]') AS instances
        FROM unnest(l.instances) u) n
    WHERE l.workspace_id = i.workspace_id AND l.invoice_id = i.id)`;

/** The document, or null. */
export async function findInvoice(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<Invoice | null> {
  const row = await tx.maybeOne<{ invoice: Invoice }>(sql`
    SELECT json_build_object(${join(
      [
        rowPairs,
        sql`'subtotal', ${money(sql`i.subtotal_cents`)}, 'discount', ${money(sql`i.discount_cents`)}, 'net', ${money(sql`i.net_cents`)}`,
        sql`'tax', ${money(sql`i.tax_cents`)}, 'paid', ${money(sql`i.paid_cents`)}, 'credited', ${money(sql`i.credited_cents`)}`,
        sql`'pendingPayment', (SELECT CASE WHEN p.is_off_session OR p.status NOT IN ('created', 'requires_action') THEN 'processing' ELSE 'unconfirmed' END
             FROM payment p WHERE p.workspace_id = i.workspace_id AND p.invoice_id = i.id
              AND p.status IN ('created', 'requires_action', 'processing', 'unknown'))`,
        sql`'seller', i.snapshot->'seller', 'buyer', i.snapshot->'buyer', 'taxDetails', i.snapshot->'tax', 'reason', i.reason`,
        sql`'lines', ${linesJson}`,
        sql`'discounts', (SELECT coalesce(json_agg(json_build_object('code', g.code, 'amount', ${money(sql`x.cents`)}) ORDER BY g.kind DESC, g.valid_until, g.id), '[]')
             FROM invoice_discount x JOIN promo_grant g ON g.workspace_id = x.workspace_id AND g.id = x.promo_grant_id
            WHERE x.workspace_id = i.workspace_id AND x.invoice_id = i.id)`,
        sql`'creditNotes', (SELECT coalesce(json_agg(json_build_object('id', c.id, 'number', ${documentNumber(sql`c`)}, 'total', ${money(sql`c.total_cents`)}) ORDER BY c.series, c.series_number), '[]')
             FROM invoice c WHERE c.workspace_id = i.workspace_id AND c.credits_invoice_id = i.id)`,
        sql`'refunds', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'amount', ${money(sql`r.amount_cents`)},
             'status', CASE r.status WHEN 'created' THEN 'pending' WHEN 'returned' THEN 'failed' ELSE r.status END,
             'card', CASE WHEN p.card_last4 IS NOT NULL THEN json_build_object('brand', p.card_brand, 'last4', p.card_last4) END,
             'createdAt', ${isoTimestamp("r.created_at")}) ORDER BY r.created_at, r.id), '[]')
             FROM refund r JOIN payment p ON p.workspace_id = r.workspace_id AND p.id = r.payment_id
            WHERE r.workspace_id = i.workspace_id AND r.invoice_id = i.id AND (r.status <> 'failed' OR r.history_entry_id IS NOT NULL))`,
        sql`'chargebacks', (SELECT coalesce(json_agg(json_build_object('id', d.id, 'status', d.status, 'amount', ${money(sql`d.amount_cents`)},
             'createdAt', ${isoTimestamp("d.created_at")}) ORDER BY d.created_at, d.id), '[]')
             FROM dispute d JOIN payment p ON p.workspace_id = d.workspace_id AND p.id = d.payment_id
            WHERE d.workspace_id = i.workspace_id AND p.invoice_id = i.id)`,
        sql`'credits', ${linkTo(sql`o.id = i.credits_invoice_id`)}`,
        sql`'replaces', ${linkTo(sql`o.id = i.replaces_invoice_id`)}`,
        sql`'replacedBy', ${linkTo(sql`o.replaces_invoice_id = i.id`)}`,
      ],
      ", ",
    )}) AS invoice
      FROM invoice i WHERE i.workspace_id = ${workspaceId} AND i.id = ${id}`);
  return row?.invoice ?? null;
}

/** One document as the list shows it, or null. */
export async function findDocument(
  tx: Tx,
  workspaceId: string,
  id: string,
): Promise<InvoiceRow | null> {
  const row = await tx.maybeOne<{ document: InvoiceRow }>(sql`
    SELECT json_build_object(${rowPairs}) AS document FROM invoice i WHERE i.workspace_id = ${workspaceId} AND i.id = ${id}`);
  return row?.document ?? null;
}

/** The workspace of a document, for staff. */
export const findInvoiceWorkspace = (tx: Tx, id: string) =>
  tx.maybeOne<{ id: string; handle: string; name: string; number: string | null }>(sql`
    SELECT w.id, w.handle, w.name, ${documentNumber(sql`i`)} AS number FROM invoice i JOIN workspace w ON w.id = i.workspace_id WHERE i.id = ${id}`);

/** SQL of default cards and promo credit that expire. It runs as boreal_system. */
import { sql, type Tx } from "../../core/db/db.ts";
import { cardEnd } from "../billing/billing-sql.ts";
import type { WorkspaceNames } from "../mail/member-recipients.ts";

export interface ExpiringCard extends WorkspaceNames {
  readonly workspaceId: string;
  readonly cardId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly end: Date;
}

interface Period {
  readonly after: Date;
  readonly until: Date;
}

/** Default cards that expire in the period, without this notice about their present expiry. The oldest first. */
export const listExpiringCards = (
  tx: Tx,
  { after, until }: Period,
  kind: string,
  limit: number,
): Promise<ExpiringCard[]> =>
  tx.many<ExpiringCard>(sql`
    SELECT m.workspace_id AS "workspaceId", w.name, w.handle, m.id AS "cardId", m.brand, m.last4, m.exp_month AS "expMonth",
           m.exp_year AS "expYear", ${cardEnd(sql`m`)} AS "end"
      FROM payment_method m JOIN workspace w ON w.id = m.workspace_id
     WHERE m.is_default AND w.status <> 'deactivated' AND ${cardEnd(sql`m`)} > ${after} AND ${cardEnd(sql`m`)} <= ${until}
       AND NOT EXISTS (SELECT FROM billing_notice n WHERE n.workspace_id = m.workspace_id AND n.kind = ${kind}
                          AND n.reference = m.id || ' ' || m.exp_year || '-' || m.exp_month)
     ORDER BY m.exp_year, m.exp_month, m.id LIMIT ${limit}`);

export interface ExpiringCredit extends WorkspaceNames {
  readonly workspaceId: string;
  readonly grantId: string;
  readonly code: string;
  readonly cents: number;
  readonly validUntil: Date;
}

/** Promo credit of which something is left, that expires in the period, without a notice. Not what was valid for no longer than the notice. */
export const listExpiringCredit = (
  tx: Tx,
  { after, until }: Period,
  noticeMs: number,
  limit: number,
): Promise<ExpiringCredit[]> =>
  tx.many<ExpiringCredit>(sql`
    SELECT g.workspace_id AS "workspaceId", w.name, w.handle, g.id AS "grantId", g.code, g.remaining_cents AS cents, g.valid_until AS "validUntil"
      FROM promo_grant g JOIN workspace w ON w.id = g.workspace_id
     WHERE g.status = 'active' AND g.kind = 'credit' AND g.remaining_cents > 0 AND w.status <> 'deactivated'
       AND g.valid_until > ${after} AND g.valid_until <= ${until}
       AND g.created_at < g.valid_until - make_interval(secs => ${noticeMs / 1_000}::double precision)
       AND NOT EXISTS (SELECT FROM billing_notice n WHERE n.workspace_id = g.workspace_id AND n.kind = 'promo_expiring' AND n.reference = g.id::text)
     ORDER BY g.valid_until, g.id LIMIT ${limit}`);

/** SQL of saved cards and of the workspace's customer at the payment provider. */
import { isoTimestamp, type ListQuery } from "../../../core/db/list.ts";
import { raw, type Sql, sql, type Tx } from "../../../core/db/db.ts";
import { cardEnd } from "../billing-sql.ts";

export interface PaymentMethodRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly provider_id: string;
  readonly brand: string;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly is_default: boolean;
  readonly is_only: boolean;
  readonly is_needed: boolean;
  readonly is_expired: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const isOnly = sql`NOT EXISTS (SELECT FROM payment_method other WHERE other.workspace_id = m.workspace_id AND other.id <> m.id)`;
/** Instances cost money until they are terminated. The function counts all of them, also those a role cannot see. */
const isNeeded = sql`(EXISTS (SELECT FROM billing_account a WHERE a.workspace_id = m.workspace_id AND a.receivable_cents > 0)
  OR (SELECT u.instances > 0 FROM workspace_usage(m.workspace_id, 0, 0, 0) u))`;
const isExpired = (now: Date) => sql`${cardEnd(sql`m`)} <= ${now}`;

export const findPaymentMethod = (id: string, now: Date): Sql => sql`
  SELECT m.id, m.workspace_id, m.provider_id, m.brand, m.last4, m.exp_month, m.exp_year, m.is_default, m.created_at, m.updated_at,
         ${isOnly} AS is_only, ${isNeeded} AS is_needed, ${isExpired(now)} AS is_expired
    FROM payment_method m WHERE m.id = ${id}`;

export const listPaymentMethods = (page: ListQuery["page"], now: Date): ListQuery => ({
  from: sql`payment_method m`,
  alias: "m",
  where: [],
  sort: { column: raw("m.created_at"), type: "timestamptz" },
  descending: true,
  rowJson: sql`json_build_object('id', m.id, 'brand', m.brand, 'last4', m.last4, 'expMonth', m.exp_month, 'expYear', m.exp_year,
    'status', CASE WHEN ${isExpired(now)} THEN 'expired' ELSE 'active' END, 'isDefault', m.is_default, 'isOnlyCard', ${isOnly},
    'isNeeded', ${isNeeded}, 'createdAt', ${isoTimestamp("m.created_at")}, 'updatedAt', ${isoTimestamp("m.updated_at")})`,
  page,
});

/** Serializes additions, removals and changes of the default card, per workspace. */
export async function lockCards(tx: Tx, workspaceId: string): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('cards ' || ${workspaceId}, 0))`,
  );
}

export interface StoredCard {
  readonly id: string;
  readonly provider_id: string;
  readonly brand: string;
  readonly last4: string;
  readonly is_expired: boolean;
}

const cardColumns = (now: Date) =>
  sql`m.id, m.provider_id, m.brand, m.last4, ${isExpired(now)} AS is_expired`;

/** A card by its id; without one, the default card. */
export const findCard = (
  tx: Tx,
  workspaceId: string,
  id: string | undefined,
  now: Date,
): Promise<StoredCard | null> =>
  tx.maybeOne<StoredCard>(sql`
    SELECT ${cardColumns(now)} FROM payment_method m
     WHERE m.workspace_id = ${workspaceId} AND (m.id = ${id ?? null}::uuid OR ${id === undefined} AND m.is_default)`);

/** The card with this number, or this id of the provider. */
export const findSameCard = (
  tx: Tx,
  workspaceId: string,
  card: { providerId: string; fingerprint: string | null },
  now: Date,
): Promise<StoredCard | null> =>
  tx.maybeOne<StoredCard>(sql`
    SELECT ${cardColumns(now)} FROM payment_method m
     WHERE m.workspace_id = ${workspaceId} AND (m.provider_id = ${card.providerId} OR m.fingerprint = ${card.fingerprint})
     ORDER BY m.provider_id = ${card.providerId} DESC LIMIT 1`);

export const countCards = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM payment_method WHERE workspace_id = ${workspaceId}`,
    )
  ).n;

export interface CardFacts {
  readonly providerId: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly fingerprint: string | null;
}

const clearDefault = (tx: Tx, workspaceId: string) =>
  tx.execute(
    sql`UPDATE payment_method SET is_default = false WHERE workspace_id = ${workspaceId} AND is_default`,
  );

/** Inserts the card as the default. */
export async function insertCard(
  tx: Tx,
  card: CardFacts & { id: string; workspaceId: string; createdBy: string | null },
  now: Date,
): Promise<void> {
  await clearDefault(tx, card.workspaceId);
  await tx.execute(sql`
    INSERT INTO payment_method (id, workspace_id, provider_id, brand, last4, exp_month, exp_year, fingerprint, is_default, created_by, created_at, updated_at)
    VALUES (${card.id}, ${card.workspaceId}, ${card.providerId}, ${card.brand}, ${card.last4}, ${card.expMonth}, ${card.expYear}, ${card.fingerprint},
            true, ${card.createdBy}, ${now}, ${now})`);
}

/** The same card saved again: its newest id at the provider and its expiry replace the stored ones. */
export const replaceCard = (tx: Tx, id: string, card: CardFacts, now: Date) =>
  tx.execute(sql`
    UPDATE payment_method SET provider_id = ${card.providerId}, brand = ${card.brand}, last4 = ${card.last4}, exp_month = ${card.expMonth},
           exp_year = ${card.expYear}, fingerprint = ${card.fingerprint}, updated_at = ${now} WHERE id = ${id}`);

export async function makeDefault(
  tx: Tx,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<void> {
  await clearDefault(tx, workspaceId);
  await tx.execute(
    sql`UPDATE payment_method SET is_default = true, updated_at = ${now} WHERE workspace_id = ${workspaceId} AND id = ${id}`,
  );
}

export const deleteCard = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.execute(sql`DELETE FROM payment_method WHERE id = ${id}`)) === 1;

/** The workspace of a card, by the provider's id. */
export const findCardOwner = (tx: Tx, providerId: string) =>
  tx.maybeOne<{ id: string; workspaceId: string; isDefault: boolean }>(sql`
    SELECT id, workspace_id AS "workspaceId", is_default AS "isDefault" FROM payment_method WHERE provider_id = ${providerId}`);

/** The newest card that is left becomes the default; call it after the default card is gone. */
export const promoteNewest = (tx: Tx, workspaceId: string, now: Date) =>
  tx.execute(sql`
    UPDATE payment_method SET is_default = true, updated_at = ${now}
     WHERE id = (SELECT m.id FROM payment_method m WHERE m.workspace_id = ${workspaceId}
                  ORDER BY ${isExpired(now)}, m.created_at DESC, m.id DESC LIMIT 1)
       AND NOT EXISTS (SELECT FROM payment_method d WHERE d.workspace_id = ${workspaceId} AND d.is_default)`);

/** The provider's id of the workspace's customer; null before the first. */
export const findCustomer = async (tx: Tx, workspaceId: string): Promise<string | null> =>
  (
    await tx.maybeOne<{ id: string }>(
      sql`SELECT customer_id AS id FROM payment_customer WHERE workspace_id = ${workspaceId}`,
    )
  )?.id ?? null;

/** Keeps the customer that was stored first. */
export const insertCustomer = (tx: Tx, workspaceId: string, customerId: string, now: Date) =>
  tx.execute(sql`
    INSERT INTO payment_customer (workspace_id, provider, customer_id, created_at)
    VALUES (${workspaceId}, 'stripe', ${customerId}, ${now}) ON CONFLICT (workspace_id) DO NOTHING`);

export const insertSetup = (
  tx: Tx,
  setup: { id: string; workspaceId: string; createdBy: string },
  now: Date,
) =>
  tx.execute(sql`
    INSERT INTO card_setup (id, workspace_id, created_by, created_at)
    VALUES (${setup.id}, ${setup.workspaceId}, ${setup.createdBy}, ${now})`);

export const setSetupProviderId = (tx: Tx, id: string, providerId: string) =>
  tx.execute(sql`UPDATE card_setup SET provider_id = ${providerId} WHERE id = ${id}`);

export const findSetup = (tx: Tx, providerId: string) =>
  tx.maybeOne<{ workspaceId: string; createdBy: string }>(sql`
    SELECT workspace_id AS "workspaceId", created_by AS "createdBy" FROM card_setup WHERE provider_id = ${providerId}`);

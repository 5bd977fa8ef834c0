/** SQL fragments, not statements, that the stores of several modules share. */
import { minimumChargeCents } from "#contracts/payments.ts";
import { type Sql, sql } from "../../core/db/db.ts";
import type { ListSearch } from "../../core/db/list.ts";
import { matchesWorkspace, searchOfParts } from "../../core/db/search-terms.ts";

/** The number as it is printed, such as `INV-2026-000001`; null for a draft. */
export const documentNumber = (alias: Sql): Sql =>
  sql`${alias}.series || '-' || lpad(${alias}.series_number::text, 6, '0')`;

/** What is still owed, in cents. */
export const openCents = (alias: Sql): Sql =>
  sql`(${alias}.total_cents - ${alias}.credited_cents - ${alias}.paid_cents - ${alias}.written_off_cents)`;

/**
 * An invoice that its customer has to pay before leaving: issued or overdue. What is open below the least that a card can be
 * charged does not count, because no card can pay it.
 */
export const isUnpaid = (alias: Sql): Sql =>
  sql`(${alias}.kind = 'invoice' AND ${alias}.status IN ('issued', 'overdue') AND ${openCents(alias)} >= ${minimumChargeCents})`;

/** An amount in the shape of the API. */
export const money = (cents: Sql): Sql =>
  sql`json_build_object('cents', ${cents}, 'currency', 'USD')`;

export const moneyOrNull = (cents: Sql): Sql =>
  sql`CASE WHEN ${cents} IS NOT NULL THEN ${money(cents)} END`;

/** Search for rows of the workspaces whose name or handle matches, given the column of the rows. */
export function searchByWorkspace(column: Sql, term: string): ListSearch {
  const named = matchesWorkspace(sql`s`, term);
  return searchOfParts(sql`(SELECT ${named} FROM workspace s WHERE s.id = ${column})`, [
    sql`${column} IN (SELECT s.id FROM workspace s WHERE ${named})`,
  ]);
}
/** When a saved card ends: a card is valid until its month ends. */
export const cardEnd = (alias: Sql): Sql =>
  sql`((make_date(${alias}.exp_year, ${alias}.exp_month, 1) + interval '1 month') AT TIME ZONE 'UTC')`;

/** Cells of the exports of staff lists. */
import type { Money } from "#contracts/money.ts";
import type { CsvValue } from "../../core/lib/csv.ts";

/** The columns in their order, each with the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvValue>>;

const centsPerDollar = 100;
const microsPerDollar = 1_000_000;
export const usd = (money: Money | null) => (money === null ? null : money.cents / centsPerDollar);
export const usdOfMicros = (micros: number | null) =>
  micros === null ? null : micros / microsPerDollar;
export const listed = (texts: readonly string[]) => texts.join(", ");

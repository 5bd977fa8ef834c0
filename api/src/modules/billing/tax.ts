/** The tax of an invoice that is issued at a time. */
import type { TaxPreview } from "#contracts/billing-info.ts";
import { taxOf } from "#contracts/vat.ts";
import type { Tx } from "../../core/db/db.ts";
import {
  type BillingInfoRow,
  findBillingInfo,
  listVatRates,
  type VatRateRow,
} from "./billing-info-store.ts";
import { readSeller, type Seller } from "./seller.ts";

/** For so long a VAT id counts as valid after its register said so. */
export const vatIdValidMs = 30 * 86_400_000;

interface TaxCase {
  readonly seller: Seller;
  readonly info: BillingInfoRow | null;
  /** The end of the service period of an invoice of usage. */
  readonly at: Date;
  readonly now: Date;
}

/** Returns reason and rate at `at`. */
export const readTax = async (tx: Tx, taxCase: TaxCase): Promise<TaxPreview> =>
  computeTax(taxCase, await listVatRates(tx));

/** Returns reason and rate of an invoice that the workspace would get now. */
export const readTaxOfWorkspace = async (
  tx: Tx,
  workspaceId: string,
  now: Date,
): Promise<TaxPreview> =>
  readTax(tx, {
    seller: await readSeller(tx),
    info: await findBillingInfo(tx, workspaceId),
    at: now,
    now,
  });

/** As `readTax`, with rates that were read before. */
export function computeTax(
  { seller, info, at, now }: TaxCase,
  rates: readonly VatRateRow[],
): TaxPreview {
  const validAt = info?.vatValidAt ?? null;
  const buyer =
    info === null
      ? null
      : {
          country: info.country,
          hasValidVatId: validAt !== null && now.getTime() - validAt.getTime() <= vatIdValidMs,
        };
  const { reason, rateOf } = taxOf(seller.country, buyer);
  if (rateOf === null) return { reason, ratePpm: 0, country: null };
  const day = at.toISOString().slice(0, 10);
  const rate = rates.find(({ country, validFrom }) => country === rateOf && validFrom <= day);
  if (rate === undefined) throw new Error(`The country ${rateOf} has no VAT rate`);
  return { reason, ratePpm: rate.ratePpm, country: rateOf };
}

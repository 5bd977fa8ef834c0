/** The tax of an invoice that is issued at a time. */
import type { TaxPreview } from "#contracts/billing-info.ts";
import { taxOf } from "#contracts/vat.ts";
import type { Tx } from "../../core/db/db.ts";
import { type BillingInfoRow, findVatRate } from "./billing-info-store.ts";
import type { Seller } from "./seller.ts";

/** For so long a VAT id counts as valid after its register said so. */
export const vatIdValidMs = 30 * 86_400_000;

/** Returns reason and rate at `at`, which is the end of the service period of an invoice of usage. */
export async function readTax(
  tx: Tx,
  { seller, info, at, now }: { seller: Seller; info: BillingInfoRow | null; at: Date; now: Date },
): Promise<TaxPreview> {
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
  const ratePpm = await findVatRate(tx, rateOf, at);
  if (ratePpm === null) throw new Error(`The country ${rateOf} has no VAT rate`);
  return { reason, ratePpm, country: rateOf };
}

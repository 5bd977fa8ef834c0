/** Who sells: the setting of the operator, as invoices name it. */
import { z } from "zod";
import { countryCodes } from "#contracts/countries.ts";
import type { Tx } from "../../core/db/db.ts";
import { selectSellerDetails } from "./billing-info-store.ts";

export { saveSeller } from "./billing-info-store.ts";

export const Seller = z.strictObject({
  name: z.string().min(1).max(200),
  /** Lines of the postal address, without the country. */
  address: z.array(z.string().min(1).max(200)).min(1).max(5),
  /** ISO 3166-1 code; its VAT rate applies to buyers of the same country. */
  country: z.string().refine((code) => countryCodes.includes(code), "A country code is required"),
  vatId: z.string().min(4).max(20),
  /** Number in the commercial register. */
  registration: z.string().max(100).default(""),
});
export type Seller = z.infer<typeof Seller>;

export const readSeller = async (tx: Tx): Promise<Seller> =>
  Seller.parse(await selectSellerDetails(tx));

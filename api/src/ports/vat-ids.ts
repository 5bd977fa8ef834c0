/** Asks whether a VAT id is registered. The implementation uses VIES, the service of the European Commission. */
export type VatIdAnswer =
  | { readonly status: "valid"; readonly consultationNumber: string | null }
  | { readonly status: "invalid" }
  /** The service or the register of the country does not respond. */
  | { readonly status: "unavailable" };

export interface VatIds {
  /** `vatId` is normalized, with its prefix. `requester` is the seller's own id. Never throws. */
  check(vatId: string, requester: string): Promise<VatIdAnswer>;
}

/** Without a service every answer is `unavailable`, so VAT is charged. */
export const offlineVatIds: VatIds = { check: async () => ({ status: "unavailable" }) };

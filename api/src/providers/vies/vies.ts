/** Checks VAT ids with the REST service of VIES. */
import { z } from "zod";
import type { VatIdAnswer, VatIds } from "../../ports/vat-ids.ts";

const responseTimeoutMs = 10_000;
const maxResponseCharacters = 64 * 1024;

const ViesResponse = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().max(100).nullish(),
});

/** `url` is the base of the REST service, without a slash at its end. */
export function createViesVatIds({
  url,
  timeoutMs = responseTimeoutMs,
}: {
  url: string;
  timeoutMs?: number;
}): VatIds {
  return {
    async check(vatId, requester): Promise<VatIdAnswer> {
      try {
        const response = await fetch(`${url}/check-vat-number`, {
          method: "POST",
          redirect: "error",
          signal: AbortSignal.timeout(timeoutMs),
          headers: { accept: "application/json", "content-type": "application/json" },
          body: JSON.stringify({
            countryCode: vatId.slice(0, 2),
            vatNumber: vatId.slice(2),
            requesterMemberStateCode: requester.slice(0, 2),
            requesterNumber: requester.slice(2),
          }),
        });
        const text = await response.text();
        if (!response.ok || text.length > maxResponseCharacters) return { status: "unavailable" };
        const parsed = ViesResponse.safeParse(JSON.parse(text));
        // An error of a member state comes as 200 with `actionSucceed: false`.
        if (!parsed.success) return { status: "unavailable" };
        if (!parsed.data.valid) return { status: "invalid" };
        const identifier = parsed.data.requestIdentifier ?? "";
        return { status: "valid", consultationNumber: identifier === "" ? null : identifier };
      } catch {
        return { status: "unavailable" };
      }
    },
  };
}

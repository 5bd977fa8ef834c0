import { type Call, nothing } from "#contracts/kit.ts";
import { scopesOpening } from "#contracts/tokens.ts";
import type { CodedCall } from "./coded-request.ts";

/** What a contract says of the code for its call. */
export const codedCall = (call: Call): CodedCall => ({
  ...call,
  token:
    scopesOpening(call).length > 0
      ? "needed"
      : call.access.kind === "open"
        ? "unneeded"
        : "refused",
  answersNothing: call.returns === nothing,
});

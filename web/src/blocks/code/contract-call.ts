import { type Endpoint, noContent } from "#contracts/kit.ts";
import { tokenScopesFor } from "#contracts/tokens.ts";
import type { SampleEndpoint } from "./coded-request.ts";

/** What a contract says of the code for its call. */
export const toSampleEndpoint = (endpoint: Endpoint): SampleEndpoint => ({
  ...endpoint,
  token:
    tokenScopesFor(endpoint).length > 0
      ? "needed"
      : endpoint.access.kind === "open"
        ? "unneeded"
        : "refused",
  answersNothing: endpoint.response === noContent,
});

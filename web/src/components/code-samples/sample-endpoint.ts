import { type Endpoint, noContent } from "#contracts/endpoint.ts";
import { tokenScopesFor } from "#contracts/tokens.ts";
import type { SampleEndpoint } from "./sample-request.ts";

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

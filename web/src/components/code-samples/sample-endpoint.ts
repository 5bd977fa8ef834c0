import type { Endpoint } from "#contracts/endpoint.ts";
import { tokenScopesFor } from "#contracts/tokens.ts";
import type { SampleEndpoint } from "./sample-request.ts";

/** The properties of an endpoint that a code sample needs. */
export const toSampleEndpoint = (endpoint: Endpoint): SampleEndpoint => ({
  ...endpoint,
  token:
    tokenScopesFor(endpoint).length > 0
      ? "needed"
      : endpoint.access.kind === "open"
        ? "unneeded"
        : "rejected",
  hasNoResponse: endpoint.hasNoContent === true,
});

import { system } from "#contracts/system.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** The document is large, so only this page loads it. */
export const openapiQuery = endpointQuery(system.openapi, {});

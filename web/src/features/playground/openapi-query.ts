import { system } from "#contracts/system.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** Large, so asked for on this page alone. */
export const openapiQuery = endpointQuery(system.openapi, {});

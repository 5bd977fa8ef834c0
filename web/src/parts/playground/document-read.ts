import { system } from "#contracts/system.ts";
import { query } from "../../lib/client.ts";

/** Large, so asked for on this page alone. */
export const documentRead = query(system.openapi, {});

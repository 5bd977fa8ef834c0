/** Handlers of requests for higher limits, for staff. */
import type { limitRequests as endpoints } from "#contracts/limit-requests.ts";
import { type Handlers, systemListHandler } from "../../core/http/handlers.ts";
import { limitRequestsQuery } from "./limit-requests-store.ts";
import { monthSeconds } from "./limits.ts";

export const limitRequestsHandlers: Handlers<typeof endpoints> = {
  list: systemListHandler("staff see every tenant", ({ query, now }) =>
    limitRequestsQuery(query, monthSeconds(now)),
  ),
};

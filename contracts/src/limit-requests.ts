/** Requests for higher limits of all workspaces, for staff. `adminWorkspaces.updateLimit` answers one. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  orderBy,
  paginated,
  paginationQuery,
  searchTerm,
  staff,
} from "./endpoint.ts";
import { workspaceStatuses } from "./admin-workspaces.ts";
import { LimitName, LimitRequest, limitRequestStatuses } from "./limits.ts";

export const AdminLimitRequest = LimitRequest.extend({
  workspace: z.object({
    id: Id,
    handle: z.string(),
    name: z.string(),
    status: z.enum(workspaceStatuses),
  }),
  limit: LimitName,
  /** The limit and its use now; see `WorkspaceLimit`. */
  current: z.int(),
  used: z.int(),
  answeredBy: z.object({ id: Id, name: z.string() }).nullable(),
});
export type AdminLimitRequest = z.infer<typeof AdminLimitRequest>;

export const limitRequestListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  /** Default: open. */
  status: commaSeparated(limitRequestStatuses),
  orderBy: orderBy(["createdAt"]),
});

export const limitRequests = defineEndpoints("limitRequests", {
  list: get("/admin/limit-requests", {
    summary: "List requests for higher limits of all workspaces",
    access: staff("staff.billing.limits_view"),
    query: limitRequestListQuery,
    response: paginated(AdminLimitRequest),
  }),
});

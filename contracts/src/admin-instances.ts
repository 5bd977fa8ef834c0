/** Instances in the staff area. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  get,
  Id,
  paginated,
  paginationQuery,
  post,
  staff,
} from "./endpoint.ts";
import { InstanceLog, instanceLogStatuses } from "./instances.ts";
import { defineResource } from "./resource.ts";
import { StaffRoleId } from "./roles.ts";
import { multilineText } from "./text.ts";

/** A step as staff see it: with the people behind it, and the provider's name of its server or request. */
export const AdminInstanceLog = InstanceLog.omit({ requestedBy: true, resolvedBy: true }).extend({
  providerRef: z.string().nullable(),
  /** Null for the system. `role` and `tokenId` are null without them. */
  requestedBy: z
    .object({ id: Id, name: z.string(), role: StaffRoleId.nullable(), tokenId: Id.nullable() })
    .nullable(),
  resolvedBy: z.object({ id: Id, name: z.string(), role: StaffRoleId }).nullable(),
});
export type AdminInstanceLog = z.infer<typeof AdminInstanceLog>;

/** The note is shown to the customer too. */
const Resolution = z.strictObject({ note: multilineText(500).pipe(z.string().min(1)) });

export const adminInstancesResource = defineResource("adminInstances", { hasActivity: true });

export const adminInstances = defineEndpoints(adminInstancesResource, {
  logs: get("/admin/instances/:adminInstance/logs", {
    summary: "List the timeline steps of any instance, oldest first",
    access: staff("staff.instance.logs_view"),
    query: z.strictObject({ ...paginationQuery(15), status: commaSeparated(instanceLogStatuses) }),
    response: paginated(AdminInstanceLog),
  }),
  completeLog: post("/admin/instances/:adminInstance/logs/:instanceLog/complete", {
    summary:
      "Complete a step that waits for staff. The operation continues with the next step. The customer sees the note",
    access: staff("staff.instance.logs_manage"),
    requiresReauthentication: true,
    body: Resolution,
    response: AdminInstanceLog,
    idempotent: true,
  }),
  failLog: post("/admin/instances/:adminInstance/logs/:instanceLog/fail", {
    summary:
      "Fail a step that waits for staff. The instance gets the status error, and its resources are released. The customer sees the note",
    access: staff("staff.instance.logs_manage"),
    requiresReauthentication: true,
    body: Resolution,
    response: AdminInstanceLog,
    idempotent: true,
  }),
});

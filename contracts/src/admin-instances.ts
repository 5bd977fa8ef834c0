/** Instances in the staff area. */
import { z } from "zod";
import {
  commaSeparated,
  defineEndpoints,
  del,
  get,
  orderBy,
  searchTerm,
  Timestamp,
  Id,
  paginated,
  paginationQuery,
  post,
  put,
  staff,
} from "./endpoint.ts";
import { Variant, variants } from "./catalogue.ts";
import { commandStatuses } from "./commands.ts";
import { InstanceLog, instanceLogStatuses } from "./instances.ts";
import { InstanceStatus, instanceStatuses, ResetAction } from "./instance-states.ts";
import { RateMicros } from "./money.ts";
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

export const AdminInstanceRow = z.object({
  id: Id,
  hostname: z.string(),
  variant: Variant,
  status: InstanceStatus,
  statusReason: z.string().nullable(),
  region: z.object({ handle: z.string(), name: z.string() }),
  product: z.object({ id: Id, name: z.string() }),
  workspace: z.object({ id: Id, handle: z.string(), name: z.string() }),
  publicIp: z.string().nullable(),
  createdAt: Timestamp,
  /** The command that is queued or in progress, and since when it waits for staff. */
  openCommand: z
    .object({
      id: Id,
      kind: z.string(),
      status: z.enum(commandStatuses),
      waitingSince: Timestamp.nullable(),
    })
    .nullable(),
});
export type AdminInstanceRow = z.infer<typeof AdminInstanceRow>;

/** A line of the log of a command. */
export const CommandLogLine = z.object({
  id: z.int(),
  commandId: Id,
  commandKind: z.string(),
  at: Timestamp,
  level: z.enum(["debug", "info", "warning", "error"]),
  message: z.string(),
});
export type CommandLogLine = z.infer<typeof CommandLogLine>;

export const AdminInstance = AdminInstanceRow.extend({
  /** Nothing is powered on while the workspace is suspended. */
  workspace: AdminInstanceRow.shape.workspace.extend({ isSuspended: z.boolean() }),
  deleteProtection: z.boolean(),
  /** Until when its termination can be undone; null when it cannot. */
  undoUntil: Timestamp.nullable(),
  image: z.object({ id: Id, name: z.string() }),
  project: z.object({ id: Id, name: z.string() }).nullable(),
  privateIp: z.string().nullable(),
  hourlyRate: RateMicros,
  createdBy: z.object({ id: Id, name: z.string() }),
  updatedAt: Timestamp,
  activatedAt: Timestamp.nullable(),
  terminatedAt: Timestamp.nullable(),
  /** Names at the provider; null while they are unknown. */
  providerServerId: z.string().nullable(),
  providerPortId: z.string().nullable(),
  providerFloatingIpId: z.string().nullable(),
  /** The newest 200 lines of its commands, oldest first. */
  log: z.array(CommandLogLine),
});
export type AdminInstance = z.infer<typeof AdminInstance>;

/** The note is shown to the customer too. */
const Resolution = z.strictObject({ note: multilineText(500).pipe(z.string().min(1)) });

export const adminInstancesResource = defineResource("adminInstances", { hasActivity: true });

export const adminInstanceListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  variants: commaSeparated(variants),
  regionHandle: z.string().max(200).optional(),
  status: commaSeparated(instanceStatuses),
  /** `staff`: only instances with a step that staff have to complete or fail. */
  waiting: z.enum(["staff"]).optional(),
  orderBy: orderBy(["hostname", "createdAt"]),
});

export const adminInstances = defineEndpoints(adminInstancesResource, {
  list: get("/admin/instances", {
    summary: "List the instances of all workspaces",
    access: staff("staff.instance.view"),
    query: adminInstanceListQuery,
    response: paginated(AdminInstanceRow),
  }),
  view: get("/admin/instances/:adminInstance", {
    summary: "Get an instance of any workspace with the log of its commands",
    access: staff("staff.instance.view"),
    response: AdminInstance,
  }),
  logs: get("/admin/instances/:adminInstance/logs", {
    summary: "List the timeline steps of any instance, oldest first",
    access: staff("staff.instance.logs_view"),
    query: z.strictObject({ ...paginationQuery(15), status: commaSeparated(instanceLogStatuses) }),
    response: paginated(AdminInstanceLog),
  }),
  reset: put("/admin/instances/:adminInstance/reset", {
    summary:
      "Reboot an instance of any workspace, or power it on or off. The customer sees Support and the note",
    access: staff("staff.instance.reset"),
    requiresReauthentication: true,
    body: z.strictObject({
      action: ResetAction.default("reboot"),
      note: multilineText(500).pipe(z.string().min(1)),
    }),
    response: AdminInstance,
    status: 202,
    idempotent: true,
  }),
  remove: del("/admin/instances/:adminInstance", {
    summary:
      "Terminate an instance of any workspace without delete protection. The customer sees Support",
    access: staff("staff.instance.delete"),
    requiresReauthentication: true,
    query: z.strictObject({
      /** `true`: the termination cannot be undone. */
      now: z.enum(["true"]).optional(),
    }),
    response: AdminInstance,
    status: 202,
    idempotent: true,
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
  retryLog: post("/admin/instances/:adminInstance/logs/:instanceLog/retry", {
    summary:
      "Run a step that waits for staff again, with a new deadline. It finds what it created before. The customer sees the note",
    access: staff("staff.instance.logs_manage"),
    requiresReauthentication: true,
    body: Resolution,
    response: AdminInstanceLog,
    idempotent: true,
  }),
});

import { z } from "zod";
import { Variant, variants } from "./catalogue.ts";
import { commandStatuses, requesterTypes, waitingReasons } from "./commands.ts";
import {
  can,
  del,
  get,
  defineEndpoints,
  fileDownload,
  Id,
  commaSeparated,
  orderBy,
  paginated,
  paginationQuery,
  post,
  put,
  searchTerm,
  Timestamp,
} from "./endpoint.ts";
import { InstanceEnergy } from "./energy.ts";
import { defineResource } from "./resource.ts";
import { admins, adminsAndSupport, contributorsOwnOnly, viewers } from "./roles.ts";
import { InstanceStatus, instanceStatuses, ResetAction } from "./instance-states.ts";
import { InstanceErasure } from "./instance-erasure.ts";
import { Money, RateMicros } from "./money.ts";
import { CartOrder, maxOrderBytes, PlacedLine } from "./orders.ts";
import { Reinstallation } from "./reinstall.ts";
import { displayName } from "./text.ts";

const NamedRef = z.object({ id: Id, name: z.string() });

export const Instance = z.object({
  id: Id,
  hostname: z.string(),
  /** A name for people, shown beside the hostname; null if none was given. */
  displayName: z.string().nullable(),
  /** While it is on, the instance cannot be terminated. */
  deleteProtection: z.boolean(),
  variant: Variant,
  status: InstanceStatus,
  /** Code of what needs attention or is in progress; null when there is nothing to report. */
  statusReason: z.string().nullable(),
  region: z.object({ handle: z.string(), name: z.string() }),
  product: z.object({
    id: Id,
    name: z.string(),
    gpuCount: z.int(),
    gpuModel: z.string().nullable(),
    vramGb: z.int(),
    vcpu: z.int(),
    memoryGb: z.int(),
    diskGb: z.int(),
  }),
  image: z.object({ id: Id, name: z.string(), defaultUser: z.string() }),
  project: NamedRef.extend({ colour: z.string() }).nullable(),
  credential: NamedRef.nullable(),
  publicIp: z.string().nullable(),
  privateIp: z.string().nullable(),
  hourlyRate: RateMicros,
  costSoFar: Money,
  /** Billed intervals, for a cost that updates every second; times in seconds since 1970. */
  usage: z.array(
    z.object({
      startSecond: z.int(),
      endSecond: z.int().nullable(),
      rateMicrosPerHour: RateMicros,
      /** The least billed time of an instance; 60 if not given. */
      minimumSeconds: z.int().optional(),
      /** At most that many hours of the interval are charged in a calendar month (UTC); no cap if not given. */
      capHours: z.int().optional(),
    }),
  ),
  erasure: InstanceErasure,
  energy: InstanceEnergy,
  createdBy: NamedRef,
  /**
   * Owner for roles limited to their own objects: the creator of the project, or of the instance while it is in the
   * default project.
   */
  owner: NamedRef,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  activatedAt: Timestamp.nullable(),
  terminatedAt: Timestamp.nullable(),
  /** Until when the termination can be undone; null when it cannot. The instance is not billed meanwhile. */
  undoUntil: Timestamp.nullable(),
  /** The command that is queued or in progress; null when there is none. */
  openCommand: z.object({ id: Id, kind: z.string(), status: z.enum(commandStatuses) }).nullable(),
});
export type Instance = z.infer<typeof Instance>;

/** Omitted fields stay unchanged. */
export const InstanceUpdate = z.strictObject({
  /** Null removes it. */
  displayName: displayName().nullable().optional(),
  deleteProtection: z.boolean().optional(),
});

export const instanceLogStatuses = ["pending", "in_progress", "complete", "failed"] as const;

/** One step of a command. `step` and `detail` are codes; the console has the labels. */
export const InstanceLog = z.object({
  id: Id,
  commandId: Id,
  commandKind: z.string(),
  commandStatus: z.enum(commandStatuses),
  step: z.string(),
  status: z.enum(instanceLogStatuses),
  detail: z.string().nullable(),
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  /** Typical duration of this step; null when it is unknown. */
  typicalSeconds: z.int().nullable(),
  /** Since when the provider has been unavailable; null while it responds. */
  waitingSince: Timestamp.nullable(),
  /** Name of the user; "Support" for staff; empty for the system. */
  requestedBy: z.string(),
  requestedByType: z.enum(requesterTypes),
  requestedAt: Timestamp,
  /** Why the step waits for staff, and since when; null while it does not. */
  waitingReason: z.enum(waitingReasons).nullable(),
  waitingForStaffSince: Timestamp.nullable(),
  /** "Support" if staff completed or failed the step, with their note. */
  resolvedBy: z.string().nullable(),
  note: z.string().nullable(),
});
export type InstanceLog = z.infer<typeof InstanceLog>;

export const instancesResource = defineResource("instances", {
  permissions: {
    "instance.view": {
      roles: viewers,
      effect: "read",
      scope: "any_token",
      whileImpersonating: adminsAndSupport,
    },
    "instance.logs": {
      roles: viewers,
      effect: "read",
      scope: "any_token",
      whileImpersonating: adminsAndSupport,
    },
    "instance.create": {
      roles: contributorsOwnOnly,
      effect: "write",
      scope: "any_token",
      blockedWhileSuspended: true,
    },
    "instance.reset": {
      roles: contributorsOwnOnly,
      effect: "write",
      scope: "any_token",
      whileImpersonating: admins,
    },
    "instance.terminate": { roles: contributorsOwnOnly, effect: "write", scope: "any_token" },
    "instance.update": {
      roles: contributorsOwnOnly,
      effect: "write",
      scope: "any_token",
      whileImpersonating: admins,
    },
  },
  liveTopic: {
    name: "instances",
    permission: "instance.view",
    staleReads: [
      "instances.",
      "queue.",
      "search.",
      "billing.",
      "workspaces.overview",
      "workspaces.blockers",
      "projects.",
      "activity.",
    ],
  },
  hasActivity: true,
  search: { permission: "instance.view", result: Instance },
});

/** Filters and order of the list and of its export. */
const listFilters = {
  search: searchTerm,
  variants: commaSeparated(variants),
  regionHandle: z.string().max(200).optional(),
  status: commaSeparated(instanceStatuses),
  project: z.string().max(64).optional(),
  /** Instances of one order. */
  order: Id.optional(),
  orderBy: orderBy(["hostname", "createdAt", "status", "hourlyRate", "publicIp"]),
};

export const instances = defineEndpoints(instancesResource, {
  list: get("/api/v1/workspaces/:workspace/instances", {
    summary: "List instances. Terminated instances are included only if requested with status",
    preload: { pages: ["/$workspace/instances"], query: "page=1&perPage=15" },
    access: can("instance.view", "workspace"),
    query: z.strictObject({ ...paginationQuery(15), ...listFilters }),
    response: paginated(Instance),
  }),
  export: get("/api/v1/workspaces/:workspace/instances/export", {
    summary:
      "Export instances as CSV, with the filters and the order of the list (up to the first 10,000)",
    access: can("instance.view", "workspace"),
    query: z.strictObject(listFilters),
    responseFileType: "text/csv",
    response: fileDownload,
  }),
  view: get("/api/v1/workspaces/:workspace/instances/:instance", {
    summary: "Get an instance",
    access: can("instance.view", "instance"),
    response: Instance,
  }),
  update: put("/api/v1/workspaces/:workspace/instances/:instance", {
    summary: "Change the display name or the delete protection of an instance",
    access: can("instance.update", "instance"),
    body: InstanceUpdate,
    response: Instance,
  }),
  logs: get("/api/v1/workspaces/:workspace/instances/:instance/logs", {
    summary: "List an instance's timeline steps, oldest first",
    access: can("instance.logs", "instance"),
    query: z.strictObject({ ...paginationQuery(15), status: commaSeparated(instanceLogStatuses) }),
    response: paginated(InstanceLog),
  }),
  reset: put("/api/v1/workspaces/:workspace/instances/:instance/reset", {
    summary: "Reboot an instance, or power it on or off",
    access: can("instance.reset", "instance"),
    body: z.strictObject({ action: ResetAction.default("reboot") }),
    response: Instance,
    status: 202,
    idempotent: true,
  }),
  reinstall: post("/api/v1/workspaces/:workspace/instances/:instance/reinstall", {
    summary:
      "Reinstall an instance. It keeps its id, name, IP addresses and price, and loses everything on its disks, except those of bare metal that keptDisks names",
    access: can("instance.terminate", "instance"),
    body: Reinstallation,
    response: Instance,
    status: 202,
    idempotent: true,
  }),
  terminate: del("/api/v1/workspaces/:workspace/instances/:instance/terminate", {
    summary:
      "Terminate an instance. Billing stops when the request is accepted. A virtual machine is kept for 24 hours, in which the termination can be undone; now=true deletes it at once, also after a termination",
    access: can("instance.terminate", "instance"),
    query: z.strictObject({ now: z.enum(["true"]).optional() }),
    response: Instance,
    status: 202,
    idempotent: true,
  }),
  order: post("/api/v1/workspaces/:workspace/purchase/carts", {
    summary:
      "Create instances: the fields of one order line, or several lines. All instances are created, or none. A line that names alternatives takes the first choice that is free within its price",
    access: can("instance.create", "workspace"),
    body: CartOrder,
    bodyLimitBytes: maxOrderBytes,
    response: z.object({
      orderId: Id,
      instances: z.array(Instance),
      lines: z.array(PlacedLine),
    }),
    status: 202,
    idempotent: true,
  }),
});

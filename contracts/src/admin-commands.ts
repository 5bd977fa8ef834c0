/** Commands in the staff area. */
import { z } from "zod";
import { AdminInstanceLog, CommandLogLine } from "./admin-instances.ts";
import { Variant, variants } from "./catalogue.ts";
import { commandStatuses, requesterTypes } from "./commands.ts";
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
  Timestamp,
} from "./endpoint.ts";

export const AdminCommandRow = z.object({
  id: Id,
  kind: z.string(),
  /** Null for a command that belongs to no variant. */
  variant: Variant.nullable(),
  regionHandle: z.string(),
  workspace: z.object({ id: Id, handle: z.string(), name: z.string() }).nullable(),
  instance: z.object({ id: Id, hostname: z.string() }).nullable(),
  /** Type and id of what a command without an instance works on. */
  subject: z.string().nullable(),
  status: z.enum(commandStatuses),
  /** Failed attempts of the current step, and how many are allowed. */
  attempt: z.int(),
  maxAttempts: z.int(),
  requestedByType: z.enum(requesterTypes),
  /** Null for the system. */
  requestedBy: z.object({ id: Id, name: z.string() }).nullable(),
  /** The provider's name of the server or the request. */
  providerRef: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** Since when a step waits for staff. */
  waitingSince: Timestamp.nullable(),
});
export type AdminCommandRow = z.infer<typeof AdminCommandRow>;

export const AdminCommandStep = AdminInstanceLog.extend({
  /** How often the step was started. */
  attempt: z.int(),
  deadlineAt: Timestamp.nullable(),
  /** When the step was compensated, after the command had failed. */
  compensatedAt: Timestamp.nullable(),
});
export type AdminCommandStep = z.infer<typeof AdminCommandStep>;

export const AdminCommand = AdminCommandRow.extend({
  steps: z.array(AdminCommandStep),
  /** The newest 500 lines, oldest first. */
  log: z.array(CommandLogLine),
});
export type AdminCommand = z.infer<typeof AdminCommand>;

export const adminCommandListQuery = z.strictObject({
  ...paginationQuery(15),
  search: searchTerm,
  variant: commaSeparated(variants),
  regionHandle: z.string().max(200).optional(),
  status: commaSeparated(commandStatuses),
  orderBy: orderBy(["createdAt"]),
});

export const adminCommands = defineEndpoints("adminCommands", {
  list: get("/admin/commands", {
    summary: "List the commands of all workspaces, newest first",
    access: staff("staff.command.view"),
    query: adminCommandListQuery,
    response: paginated(AdminCommandRow),
  }),
  view: get("/admin/commands/:adminCommand", {
    summary: "Get a command with its steps, attempts and log lines",
    access: staff("staff.command.view"),
    response: AdminCommand,
  }),
});

/** Maintenance mode: the console is closed for a while; instances keep running. */
import { z } from "zod";
import { get, defineEndpoints, post, staff, Timestamp } from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { multilineText } from "./text.ts";

/** Header of every response while maintenance is on. */
export const maintenanceHeader = "x-maintenance-started-at";

export const Maintenance = z.object({
  /** Null while maintenance is off. */
  startedAt: Timestamp.nullable(),
  startedBy: z.string().nullable(),
  /** Message shown to users. */
  message: z.string().nullable(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const maintenanceResource = defineResource("maintenance", { hasActivity: true });

export const maintenance = defineEndpoints(maintenanceResource, {
  view: get("/admin/maintenance", {
    summary: "Get the maintenance status",
    access: staff("staff.maintenance.toggle"),
    response: Maintenance,
  }),
  on: post("/admin/maintenance/on", {
    summary: "Start maintenance. If it's already on, the start time is kept",
    access: staff("staff.maintenance.toggle"),
    requiresReauthentication: true,
    body: z.strictObject({ message: multilineText(300).optional() }),
    response: Maintenance,
  }),
  off: post("/admin/maintenance/off", {
    summary: "End maintenance",
    access: staff("staff.maintenance.toggle"),
    requiresReauthentication: true,
    response: Maintenance,
  }),
});

/** Closing the console for a while; what runs goes on running. */
import { z } from "zod";
import { get, group, post, staff, Time } from "./kit.ts";
import { paragraph } from "./text.ts";

/** On every answer while maintenance is on. */
export const maintenanceHeader = "x-maintenance-started-at";

export const Maintenance = z.object({
  /** Null while it is off. */
  startedAt: Time.nullable(),
  startedBy: z.string().nullable(),
  /** What people are told. */
  message: z.string().nullable(),
});
export type Maintenance = z.infer<typeof Maintenance>;

export const maintenance = group("maintenance", {
  view: get("/admin/maintenance", {
    about: "Get the maintenance status",
    access: staff("staff.maintenance.toggle"),
    returns: Maintenance,
  }),
  on: post("/admin/maintenance/on", {
    about: "Start maintenance. If it's already on, the start time is kept",
    access: staff("staff.maintenance.toggle"),
    confirmed: true,
    body: z.strictObject({ message: paragraph(300).optional() }),
    returns: Maintenance,
  }),
  off: post("/admin/maintenance/off", {
    about: "End maintenance",
    access: staff("staff.maintenance.toggle"),
    confirmed: true,
    returns: Maintenance,
  }),
});

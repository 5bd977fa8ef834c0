/** Maintenance mode: the console is closed for a while; instances keep running. */
import { z } from "zod";
import {
  defineEndpoints,
  del,
  get,
  post,
  put,
  self,
  staff,
  Timestamp,
  TimestampInput,
} from "./endpoint.ts";
import { defineResource } from "./resource.ts";
import { staffRoles } from "./roles.ts";
import { multilineText } from "./text.ts";

/** Header of every response while maintenance is on. */
export const maintenanceHeader = "x-maintenance-started-at";

/** Header of every response while maintenance is announced: when it starts. */
export const maintenanceAnnouncedHeader = "x-maintenance-starts-at";

/** How far ahead maintenance can be announced. */
export const maxAnnouncedDays = 90;
/** The longest announced maintenance. */
export const maxMaintenanceDays = 7;

export const AnnouncedMaintenance = z.object({
  startsAt: Timestamp,
  /** Null if no end was announced. */
  expectedEndAt: Timestamp.nullable(),
  /** Message shown to users. */
  message: z.string().nullable(),
});
export type AnnouncedMaintenance = z.infer<typeof AnnouncedMaintenance>;

export const Maintenance = z.object({
  /** Null while maintenance is off. */
  startedAt: Timestamp.nullable(),
  startedBy: z.string().nullable(),
  /** Message shown to users. */
  message: z.string().nullable(),
  /** As it was announced; null without an announcement, or while maintenance is off. */
  expectedEndAt: Timestamp.nullable(),
  /** The maintenance that starts by itself; null if none is announced. */
  announcement: AnnouncedMaintenance.extend({
    announcedBy: z.string(),
    announcedAt: Timestamp,
  }).nullable(),
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
  announce: put("/admin/maintenance/announcement", {
    summary:
      "Announce maintenance to all users. It starts by itself at that time, and replaces an earlier announcement",
    access: staff("staff.maintenance.toggle"),
    requiresReauthentication: true,
    body: z.strictObject({
      /** At most 90 days ahead. */
      startsAt: TimestampInput,
      /** At most 7 days after the start. */
      expectedEndAt: TimestampInput.optional(),
      message: multilineText(300).optional(),
    }),
    response: Maintenance,
  }),
  cancelAnnouncement: del("/admin/maintenance/announcement", {
    summary: "Cancel the announced maintenance before it starts",
    access: staff("staff.maintenance.toggle"),
    requiresReauthentication: true,
    response: Maintenance,
  }),
  announced: get("/api/v1/maintenance", {
    summary: "Get the announced maintenance; null if none is announced",
    access: self,
    allowedWhileImpersonating: staffRoles,
    response: z.object({ announcement: AnnouncedMaintenance.nullable() }),
  }),
  off: post("/admin/maintenance/off", {
    summary: "End maintenance",
    access: staff("staff.maintenance.toggle"),
    requiresReauthentication: true,
    response: Maintenance,
  }),
});

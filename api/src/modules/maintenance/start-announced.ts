/** Starts announced maintenance at its time. */
import { z } from "zod";
import { insertAuditEvent } from "../../core/audit/audit.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { defineJob, job } from "../../core/jobs/jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { notifyMaintenanceChanged } from "../../core/live/maintenance.ts";
import { maintenanceChanges } from "./maintenance-changes.ts";
import {
  deleteAnnouncement,
  findAnnouncement,
  findMaintenance,
  lockMaintenance,
  saveMaintenance,
} from "./store.ts";

export const announcedStart = defineJob(
  "maintenance.start_announced",
  z.object({ announcementId: z.uuid() }),
);

export const announcedStartJob = job(
  announcedStart,
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }, { announcementId }) =>
    db.withSystemRole("maintenance belongs to no tenant", (tx) =>
      start(tx, clock.now(), announcementId),
    ),
);

async function start(tx: Tx, now: Date, announcementId: string): Promise<void> {
  await lockMaintenance(tx);
  const announcement = await findAnnouncement(tx, announcementId);
  if (announcement === null) return;
  const before = await findMaintenance(tx);
  await saveMaintenance(tx, {
    startedAt: now,
    startedBy: announcement.announced_by,
    message: announcement.message,
    expectedEndAt: announcement.expected_end_at,
  });
  await deleteAnnouncement(tx);
  // Under the name of who announced it: this is what they decided.
  await insertAuditEvent(tx, {
    at: now,
    action: "maintenance.on",
    actorType: "staff",
    actor: { id: announcement.announced_by, name: announcement.announced_by_name },
    actorRole: null,
    onBehalfOf: null,
    sessionId: null,
    tokenId: null,
    ip: null,
    userAgent: null,
    requestId: announcementId,
    changes: maintenanceChanges(before, await findMaintenance(tx)),
  });
  await notifyMaintenanceChanged(tx);
}

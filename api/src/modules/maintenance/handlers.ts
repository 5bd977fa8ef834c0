/** Starts, ends and announces maintenance: the console is closed, instances keep running. */
import {
  maxAnnouncedDays,
  maxMaintenanceDays,
  type maintenance as endpoints,
} from "#contracts/maintenance.ts";
import { type HandlerContext, type Handlers, systemHandler } from "../../core/http/handlers.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { fieldError } from "../../core/lib/problem-error.ts";
import { notifyMaintenanceChanged, type MaintenanceState } from "../../core/live/maintenance.ts";
import { announcementChanges, maintenanceChanges } from "./maintenance-changes.ts";
import { announcedStart } from "./start-announced.ts";
import {
  deleteAnnouncement,
  deleteMaintenance,
  findMaintenance,
  lockMaintenance,
  saveAnnouncement,
  saveMaintenance,
} from "./store.ts";

const systemReason = "maintenance belongs to no tenant";
const dayMs = 86_400_000;

/** The announced time, within its limits. */
function readTimes(
  { startsAt, expectedEndAt }: HandlerContext<typeof endpoints.announce>["body"],
  now: Date,
) {
  const start = new Date(startsAt);
  const aheadMs = start.getTime() - now.getTime();
  if (aheadMs <= 0 || aheadMs > maxAnnouncedDays * dayMs)
    throw fieldError("startsAt", "expiry_range", { days: maxAnnouncedDays });
  if (expectedEndAt === undefined) return { start, end: null };
  const end = new Date(expectedEndAt);
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0 || lengthMs > maxMaintenanceDays * dayMs)
    throw fieldError("expectedEndAt", "period", { days: maxMaintenanceDays });
  return { start, end };
}

export const maintenanceHandlers = (deps: {
  readonly maintenance: MaintenanceState;
}): Handlers<typeof endpoints> => {
  const refresh = () => deps.maintenance.refresh();
  return {
    view: systemHandler(systemReason, ({ tx }) => findMaintenance(tx)),

    announced: async () => ({ announcement: deps.maintenance.announcement }),

    on: systemHandler(systemReason, async ({ tx, now, caller, body, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      // Maintenance that starts before its announced time keeps what was announced. A repeated request
      // without a message keeps the message; an empty message removes it.
      const { message: known, expectedEndAt } =
        before.startedAt === null && before.announcement !== null ? before.announcement : before;
      const message = body.message === undefined ? known : body.message || null;
      await saveMaintenance(tx, {
        startedAt: now,
        startedBy: caller.user.id,
        message,
        expectedEndAt,
      });
      await deleteAnnouncement(tx);
      const after = await findMaintenance(tx);
      audit({ changes: maintenanceChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return after;
    }),

    off: systemHandler(systemReason, async ({ tx, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      await deleteMaintenance(tx);
      const after = await findMaintenance(tx);
      audit({ changes: maintenanceChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return after;
    }),

    announce: systemHandler(systemReason, async (context) => {
      const { tx, now, caller, body, audit, enqueue, afterCommit } = context;
      const { start, end } = readTimes(body, now);
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      const id = uuidv7(now);
      await saveAnnouncement(tx, {
        id,
        startsAt: start,
        expectedEndAt: end,
        message: body.message === undefined || body.message === "" ? null : body.message,
        announcedBy: caller.user.id,
        announcedAt: now,
      });
      // Replaces the run of an earlier announcement.
      await enqueue(
        announcedStart,
        { announcementId: id },
        { at: start, key: announcedStart.name },
      );
      const after = await findMaintenance(tx);
      audit({ changes: announcementChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return after;
    }),

    cancelAnnouncement: systemHandler(systemReason, async ({ tx, audit, afterCommit }) => {
      await lockMaintenance(tx);
      const before = await findMaintenance(tx);
      await deleteAnnouncement(tx);
      const after = await findMaintenance(tx);
      audit({ changes: announcementChanges(before, after) });
      await notifyMaintenanceChanged(tx);
      afterCommit(refresh);
      return after;
    }),
  };
};

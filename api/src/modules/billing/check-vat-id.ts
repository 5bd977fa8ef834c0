/** Jobs that ask whether VAT ids are valid. Nothing waits for the answer: until it is valid, VAT is charged. */
import { z } from "zod";
import type { Clock } from "../../core/lib/clock.ts";
import type { Database } from "../../core/db/db.ts";
import { defineJob, enqueue, job } from "../../core/jobs/jobs.ts";
import { NoPayload } from "../../core/jobs/recurring-jobs.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { offlineVatIds, type VatIds } from "../../ports/vat-ids.ts";
import { isCurrentVatId, listDueVatIds, saveVatCheck } from "./billing-info-store.ts";
import { readSeller } from "./seller.ts";
import { vatIdValidMs } from "./tax.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How old a check may be before the id is checked again. */
const recheckMs = 7 * dayMs;
const systemReason = "a check of a VAT id has no caller";

export const vatIdCheck = defineJob(
  "billing.check_vat_id",
  z.object({ workspaceId: z.uuid(), vatId: z.string() }),
);

interface VatCheckDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** None: no service is configured. */
  readonly vatIds?: VatIds;
}

export const vatIdCheckJob = job(
  vatIdCheck,
  async ({ db, clock, vatIds = offlineVatIds }: VatCheckDeps, { workspaceId, vatId }) => {
    const asked = await db.withSystemRole(systemReason, async (tx) =>
      (await isCurrentVatId(tx, workspaceId, vatId)) ? (await readSeller(tx)).vatId : null,
    );
    if (asked === null) return;
    const answer = await vatIds.check(vatId, asked);
    const now = clock.now();
    await db.withSystemRole(systemReason, async (tx) => {
      const consultationNumber = answer.status === "valid" ? answer.consultationNumber : null;
      const validSince = new Date(now.getTime() - vatIdValidMs);
      const { status } = answer;
      await saveVatCheck(tx, { workspaceId, vatId, status, consultationNumber, validSince, now });
      await publishLiveEvent(tx, workspaceId, { topic: "billing", id: null });
      if (status === "unavailable" && vatIds !== offlineVatIds)
        await enqueue(
          tx,
          now,
          vatIdCheck,
          { workspaceId, vatId },
          {
            at: new Date(now.getTime() + hourMs),
            key: `billing.check_vat_id ${workspaceId} ${vatId}`,
          },
        );
    });
  },
);

/** Every day: checks again what was checked a week ago. */
export const vatIdRecheckJob = job(
  defineJob("billing.recheck_vat_ids", NoPayload, {
    each: "platform",
    next: ({ startedAt }) => new Date(startedAt.getTime() + dayMs),
  }),
  async ({ db, clock, vatIds = offlineVatIds }: VatCheckDeps) => {
    if (vatIds === offlineVatIds) return;
    const now = clock.now();
    await db.withSystemRole(systemReason, async (tx) => {
      for (const due of await listDueVatIds(tx, new Date(now.getTime() - recheckMs)))
        await enqueue(tx, now, vatIdCheck, due, {
          key: `billing.check_vat_id ${due.workspaceId} ${due.vatId}`,
        });
    });
  },
);

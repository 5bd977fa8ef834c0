/** Recurring jobs: a start of the server enqueues the first run, and each run enqueues the next. */
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/db.ts";
import { enqueue, type Job, type JobDefinition } from "./jobs.ts";

export interface Recurrence {
  /** One run per region, with its handle in the payload, or one run for the platform. */
  readonly each: "region" | "platform";
  readonly next: (run: { readonly startedAt: Date; readonly finishedAt: Date }) => Date;
}

/** Payload of a job that recurs per region. */
export const RegionPayload = z.object({ regionHandle: z.string() });
/** Payload of a job that recurs once for the platform. */
export const NoPayload = z.object({});

/** The next run is due `intervalMs` milliseconds after the last one ended. */
export const every =
  (intervalMs: number): Recurrence["next"] =>
  ({ finishedAt }) =>
    new Date(finishedAt.getTime() + intervalMs);

const systemReason = "the schedule belongs to no tenant";

/** Key of the job's next run: at most one scheduled run has it. */
function recurringKey({ name, recurs }: JobDefinition, payload: unknown): string {
  return recurs?.each === "region" ? `${name} ${RegionPayload.parse(payload).regionHandle}` : name;
}

interface ScheduleDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type Jobs<Deps> = readonly Job<JobDefinition, Deps>[];
type HandlersOf<J extends Jobs<never>> = {
  readonly [D in J[number]["definition"] as D["name"]]: (
    payload: z.output<D["payload"]>,
  ) => Promise<void>;
};

/** Returns the handlers by job name. Those of recurring jobs enqueue their next run after they have finished. */
export function bindJobs<const J extends Jobs<Deps>, Deps extends ScheduleDeps>(
  jobs: J,
  deps: Deps,
): HandlersOf<J> {
  const bound = jobs.map(({ definition, handle }) => [
    definition.name,
    async (payload: unknown) => {
      const startedAt = deps.clock.now();
      await handle(deps, definition.payload.parse(payload));
      await enqueueNextRun(deps, definition, payload, startedAt);
    },
  ]);
  return Object.fromEntries(bound);
}

async function enqueueNextRun(
  { db, clock }: ScheduleDeps,
  definition: JobDefinition,
  payload: unknown,
  startedAt: Date,
): Promise<void> {
  const { recurs } = definition;
  if (recurs === null) return;
  const finishedAt = clock.now();
  await db.withSystemRole(systemReason, (tx) =>
    enqueue(tx, finishedAt, definition, payload, {
      at: recurs.next({ startedAt, finishedAt }),
      key: recurringKey(definition, payload),
    }),
  );
}

/** Enqueues the first run of every recurring job; it replaces a run that is already waiting. */
export async function enqueueFirstRuns(
  { db, clock }: ScheduleDeps,
  definitions: readonly JobDefinition[],
  regionHandles: readonly string[],
): Promise<void> {
  const now = clock.now();
  await db.withSystemRole(systemReason, async (tx) => {
    for (const definition of definitions) {
      if (definition.recurs === null) continue;
      const payloads =
        definition.recurs.each === "region"
          ? regionHandles.map((regionHandle) => ({ regionHandle }))
          : [{}];
      for (const payload of payloads)
        await enqueue(tx, now, definition, payload, { key: recurringKey(definition, payload) });
    }
  });
}

/** Jobs that recur: each run enqueues the next, and a start of the server enqueues the first. */
import { z } from "zod";
import type { Clock } from "../lib/clock.ts";
import type { Database } from "../db/db.ts";
import { enqueue, type Job, type JobDefinition } from "./jobs.ts";

export interface Recurrence {
  /** One run for each region, with its handle, or one for the whole platform. */
  readonly each: "region" | "platform";
  readonly next: (run: { readonly startedAt: Date; readonly finishedAt: Date }) => Date;
}

/** The payload of a job that recurs for each region. */
export const RegionPayload = z.object({ regionHandle: z.string() });
/** The payload of a job that recurs once for the platform. */
export const NoPayload = z.object({});

/** Runs that many milliseconds after the last one ended. */
export const every =
  (intervalMs: number): Recurrence["next"] =>
  ({ finishedAt }) =>
    new Date(finishedAt.getTime() + intervalMs);

const systemReason = "the schedule belongs to no tenant";

/** Only one run is waiting under a key. */
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

/** The handlers by job name. Those of recurring jobs enqueue their next run when they are done. */
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

/** Enqueues the first run of every recurring job; one that is waiting already is replaced. */
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

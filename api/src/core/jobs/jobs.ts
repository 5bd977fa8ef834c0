/** Jobs: work that outlives a request. They are enqueued in the transaction of their cause and run by a worker. */
import { z } from "zod";
import { sql, type Tx } from "../db/db.ts";
import type { Recurrence } from "./recurring-jobs.ts";

/** The name of a job and the schema of its payload. Queued rows contain the name, so a name never changes. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
  /** Null if the job runs only when it is enqueued. */
  readonly recurs: Recurrence | null;
}

export const defineJob = <const N extends string, S extends z.ZodType>(
  name: N,
  payload: S,
  recurs: Recurrence | null = null,
) => ({ name, payload, recurs }) satisfies JobDefinition<S>;

export interface JobOptions {
  /** Earliest start; immediately if not given. */
  at?: Date;
  /** Jobs of one queue run one after another. */
  queue?: string;
  /** Replaces a waiting job with the same key. */
  key?: string;
}

export async function enqueue<S extends z.ZodType>(
  tx: Tx,
  now: Date,
  { name }: JobDefinition<S>,
  payload: z.output<S>,
  options: JobOptions = {},
): Promise<void> {
  await tx.execute(
    sql`SELECT enqueue_job(${name}, ${JSON.stringify(payload)}::jsonb, ${options.queue ?? null}, ${options.key ?? null}, ${options.at ?? null}, ${now})`,
  );
}

/** A job definition with its handler. */
export interface Job<D extends JobDefinition, Deps> {
  readonly definition: D;
  /** May run again after a crash at any point, so it must be idempotent. */
  handle(deps: Deps, payload: z.output<D["payload"]>): Promise<void>;
}

export const job = <D extends JobDefinition, Deps>(
  definition: D,
  handle: (deps: Deps, payload: z.output<D["payload"]>) => Promise<void>,
): Job<D, Deps> => ({ definition, handle });

/** Handlers by job name, as the worker calls them. Each one validates its payload. */
export interface TaskHandlers {
  readonly [name: string]: TaskHandler["run"];
}
interface TaskHandler {
  run(payload: unknown): Promise<void>;
}

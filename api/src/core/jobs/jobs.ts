/** Work that outlives a request: enqueued in the transaction of its cause, run by a worker. */
import { z } from "zod";
import { sql, type Tx } from "../db/db.ts";
import type { Recurrence } from "./recurring-jobs.ts";

/** The name of a job and the shape of what it is handed. Queued rows carry the name: it never changes. */
export interface JobDefinition<S extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly payload: S;
  /** Null where it runs only when it is enqueued. */
  readonly recurs: Recurrence | null;
}

export const defineJob = <const N extends string, S extends z.ZodType>(
  name: N,
  payload: S,
  recurs: Recurrence | null = null,
) => ({ name, payload, recurs }) satisfies JobDefinition<S>;

export interface JobOptions {
  /** Not before; at once without it. */
  at?: Date;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** A waiting job with the same key is replaced. */
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

/** A definition with the function that does its work. */
export interface Job<D extends JobDefinition, Deps> {
  readonly definition: D;
  /** May be called again after a crash at any point, and has to cope. */
  handle(deps: Deps, payload: z.output<D["payload"]>): Promise<void>;
}

export const job = <D extends JobDefinition, Deps>(
  definition: D,
  handle: (deps: Deps, payload: z.output<D["payload"]>) => Promise<void>,
): Job<D, Deps> => ({ definition, handle });

/** A handler as the worker calls it, by the name of its job; it checks the payload itself. */
export interface TaskHandlers {
  readonly [name: string]: TaskHandler["run"];
}
interface TaskHandler {
  run(payload: unknown): Promise<void>;
}

/**
 * Integrity of the audit log. Audit events form hash chains, one per workspace or user and day. Every night the last
 * hashes of the day's chains are written to the log, so that a change in the database contradicts a record outside of
 * it.
 */
import type { FastifyBaseLogger } from "fastify";
import { Gauge, type Registry } from "prom-client";
import type { Clock } from "../lib/clock.ts";
import { type Database, empty, type Sql, sql, type Tx } from "../db/db.ts";
import { defineJob, job } from "../jobs/jobs.ts";
import { NoPayload } from "../jobs/recurring-jobs.ts";

const chainIntegrityErrors = [
  /** The content of an event was changed. */
  "changed",
  /** An event was removed or inserted. */
  "out_of_order",
  /** The newest events are missing, or there are more than the chain's head records. */
  "wrong_end",
  /** The chain does not continue the last hash of the previous day. */
  "wrong_beginning",
] as const;
type ChainIntegrityError = (typeof chainIntegrityErrors)[number];

interface BrokenChain {
  chain: string;
  fault: ChainIntegrityError;
}

const dayMs = 86_400_000;
/** A request that began before midnight may write its audit event after midnight. */
const sealDelayMs = 10 * 60_000;

interface ChainName {
  /** A workspace id, or a user id if no workspace is involved. */
  owner: string;
  day: string;
}

/**
 * Finds broken chains, or checks a single one. Reports one error per chain, the first in the order of
 * `chainIntegrityErrors`.
 */
function chainFaultsQuery(one: ChainName | null): Sql {
  const ofHeads =
    one === null ? empty : sql` AND c.owner = ${one.owner} AND c.day = ${one.day}::date`;
  const ofEntries = one === null ? empty : sql` AND e.chain = ${chainId(one)}`;
  return sql`
  WITH heads AS (
    SELECT c.owner || ' ' || c.day AS chain, c.length, c.first_hash, c.last_hash,
      (SELECT p.owner || ' ' || p.day FROM audit_chain p WHERE p.owner = c.owner AND p.day < c.day ORDER BY p.day DESC LIMIT 1) AS previous
      FROM audit_chain c WHERE true${ofHeads}
  ), links AS (
    SELECT e.chain, e.chain_position, e.hash, e.previous_hash, audit_hash(e) AS computed,
           row_number() OVER entries AS place, lag(e.hash) OVER entries AS before, count(*) OVER (PARTITION BY e.chain) AS length
      FROM audit_event e WHERE true${ofEntries} WINDOW entries AS (PARTITION BY e.chain ORDER BY e.chain_position)
  ), found AS (
    SELECT chain, 'changed' AS fault FROM links WHERE computed <> hash
    UNION ALL
    SELECT l.chain, 'out_of_order' FROM links l LEFT JOIN heads h USING (chain)
     WHERE l.chain_position <> l.place OR l.previous_hash <> coalesce(l.before, h.first_hash, ''::bytea)
    UNION ALL
    SELECT chain, 'wrong_end' FROM heads h
      FULL JOIN (SELECT chain, length, hash FROM links WHERE place = length) newest USING (chain)
     WHERE (h.length, h.last_hash) IS DISTINCT FROM (newest.length, newest.hash)
    UNION ALL
    SELECT h.chain, 'wrong_beginning' FROM heads h
     WHERE h.first_hash <> ''::bytea AND NOT EXISTS (SELECT FROM audit_event p WHERE p.chain = h.previous AND p.hash = h.first_hash)
  )
  SELECT DISTINCT ON (chain) chain, fault FROM found
   ORDER BY chain, array_position(${[...chainIntegrityErrors]}::text[], fault)`;
}

const chainId = ({ owner, day }: ChainName): string => `${owner} ${day}`;

/** Returns null if the chain is intact. */
async function verifyChain(tx: Tx, chain: ChainName): Promise<ChainIntegrityError | null> {
  const broken = await tx.maybeOne<BrokenChain>(chainFaultsQuery(chain));
  return broken?.fault ?? null;
}

/** Checks every chain; empty if all are intact. */
export const verifyAllChains = (tx: Tx): Promise<BrokenChain[]> =>
  tx.many<BrokenChain>(chainFaultsQuery(null));

interface SealDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: FastifyBaseLogger;
}

/** Days that ended before this time can be sealed. */
const sealableBefore = (now: Date) => new Date(now.getTime() - sealDelayMs);

export const auditSeal = defineJob("audit.seal", NoPayload, {
  each: "platform",
  /** Due when the current day can be sealed. */
  next: ({ startedAt }) => {
    const nextDay = Math.floor(sealableBefore(startedAt).getTime() / dayMs + 1) * dayMs;
    return new Date(nextDay + sealDelayMs);
  },
});

/** Checks the chains of past days and logs their last hashes. A broken chain is reported again every night. */
export const auditSealJob = job(auditSeal, async (deps: SealDeps) => {
  const now = deps.clock.now();
  const unsealed = await deps.db.withSystemRole("chains of every tenant", (tx) =>
    tx.many<ChainName>(sql`SELECT owner, day::text AS day FROM audit_chain
      WHERE sealed_at IS NULL AND day < (${sealableBefore(now)}::timestamptz AT TIME ZONE 'UTC')::date ORDER BY day, owner`),
  );
  for (const head of unsealed) await sealChain(deps, head, now);
});

async function sealChain(
  { db, logger }: { db: Database; logger: FastifyBaseLogger },
  { owner, day }: ChainName,
  now: Date,
): Promise<void> {
  await db.withSystemRole("chains of every tenant", async (tx) => {
    const chain = chainId({ owner, day });
    const error = await verifyChain(tx, { owner, day });
    const head = await tx.one<{ length: number; hash: string }>(sql`
      UPDATE audit_chain SET fault = ${error}, sealed_at = ${error === null ? now : null}
       WHERE owner = ${owner} AND day = ${day}::date RETURNING length, encode(last_hash, 'hex') AS hash`);
    if (error === null) logger.info({ chain, ...head }, "audit chain sealed");
    else logger.error({ chain, ...head, fault: error }, "audit chain is broken");
  });
}

/** Gauge for the number of broken chains. */
export function registerBrokenChainsGauge(registry: Registry, db: Database): void {
  const gauge = new Gauge({
    name: "boreal_audit_chains_broken",
    help: "Chains of the audit that were found changed",
    registers: [registry],
    collect: async () => {
      const { n } = await db.withSystemRole("chains of every tenant", (tx) =>
        tx.one<{ n: number }>(sql`SELECT count(*) AS n FROM audit_chain WHERE fault IS NOT NULL`),
      );
      gauge.set(n);
    },
  });
}

/**
 * Starts waiting orders whose choice is free, oldest first; workspaces take turns. Each start is one transaction with
 * the lock of its order: stock, instances and commands are created with the end of the wait, or nothing is.
 */
import type { FastifyBaseLogger } from "fastify";
import { queueFailReasons, type QueueFailReason, type QueueReason } from "#contracts/queue.ts";
import type { Database, Tx } from "../../../core/db/db.ts";
import { job } from "../../../core/jobs/jobs.ts";
import type { Clock } from "../../../core/lib/clock.ts";
import { ProblemError, ValidationError } from "../../../core/lib/problem-error.ts";
import { findRole } from "../../workspaces/memberships.ts";
import { placeOrder, type PlacedOrder } from "../order-instances.ts";
import { chooseProduct } from "./choose-product.ts";
import { queueStart } from "./queue-start.ts";
import { reportEnd, reportStart, reportWait } from "./report.ts";
import { endQueuedOrder } from "./store.ts";
import {
  findNextOrder,
  listEndedByOthers,
  listExpired,
  lockWaitingOrder,
  setWaitReason,
  type WaitingOrder,
} from "./start-store.ts";
import { toOrderLine } from "./to-order-line.ts";

export interface QueueDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** The console's URL; links in emails start with it. */
  readonly publicUrl: URL;
  readonly logger: FastifyBaseLogger;
}

/** A run starts no more, so that it ends in good time; the next one continues. */
const maxStarts = 100;
const systemReason = "orders of every tenant wait in one queue";

export const queueStartJob = job(queueStart, async (deps: QueueDeps) => {
  const { db, clock } = deps;
  const due = await db.withSystemRole(systemReason, async (tx) => [
    ...(await listExpired(tx, clock.now())),
    ...(await listEndedByOthers(tx)),
  ]);
  for (const { id } of due) await tryStart(deps, id);
  const tried: string[] = [];
  while (tried.length < maxStarts) {
    const id = await db.withSystemRole(systemReason, (tx) => findNextOrder(tx, clock.now(), tried));
    if (id === null) return;
    tried.push(id);
    await tryStart(deps, id);
  }
});

/** What became of an attempt: started and ended orders wait no more. */
type Outcome = { readonly waits: QueueReason } | { readonly fails: QueueFailReason } | null;

/** Starts the order, or records why it cannot. Another worker that has it is left alone. */
async function tryStart(deps: QueueDeps, id: string): Promise<void> {
  const outcome = await attempt(deps, id);
  if (outcome === null) return;
  await deps.db.withSystemRole(systemReason, async (tx) => {
    const now = deps.clock.now();
    const order = await lockWaitingOrder(tx, id);
    if (order === null) return;
    if ("waits" in outcome) {
      if (await setWaitReason(tx, id, outcome.waits)) await reportWait(tx, order);
      return;
    }
    await endQueuedOrder(tx, id, { status: "failed", reason: outcome.fails, orderId: null }, now);
    await reportEnd(tx, deps, order, now, outcome.fails);
  });
}

/** The errors of a start roll its transaction back. */
async function attempt(deps: QueueDeps, id: string): Promise<Outcome> {
  try {
    return await deps.db.withSystemRole(systemReason, (tx) => startInTransaction(deps, tx, id));
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome === null) throw error;
    deps.logger.info({ queuedOrder: id, outcome }, "a waiting order could not start");
    return outcome;
  }
}

async function startInTransaction(deps: QueueDeps, tx: Tx, id: string): Promise<Outcome> {
  const now = deps.clock.now();
  const order = await lockWaitingOrder(tx, id);
  if (order === null) return null;
  if (order.expiresAt <= now) {
    await endQueuedOrder(tx, id, { status: "expired", reason: null, orderId: null }, now);
    await reportEnd(tx, deps, order, now, null);
    return null;
  }
  const obstacle = obstacleOf(order);
  if (obstacle !== null) return obstacle;
  const choice = await chooseProduct(tx, now, order);
  if ("waits" in choice || "fails" in choice) return choice;
  const workspaceRole = await findRole(tx, order.workspaceId, order.createdBy);
  const { tokenId, createdBy: userId } = order;
  const placed: PlacedOrder = await placeOrder({
    tx,
    now,
    body: toOrderLine({ ...order, ...choice }),
    workspace: { id: order.workspaceId },
    actor: { userId, workspaceRole, staffRole: null, adminRole: null, token: null },
    tokenId,
    requester: tokenId === null ? { type: "user", userId } : { type: "token", userId, tokenId },
    requestId: null,
  });
  const end = { status: "started", reason: null, orderId: placed.orderId } as const;
  await endQueuedOrder(tx, id, end, now);
  await reportStart(tx, deps, order, now, placed);
  return null;
}

/** What changed since the order was placed and needs no look at the catalog. */
function obstacleOf(order: WaitingOrder): Outcome {
  if (order.workspaceStatus === "deactivated") return { fails: "workspace_deactivated" };
  if (order.userStatus !== "active") return { fails: "access_lost" };
  if (order.isTokenRevoked) return { fails: "token_revoked" };
  if (order.imageStatus !== "active") return { fails: "image_retired" };
  return order.workspaceStatus === "suspended" ? { waits: "suspended" } : null;
}

/** Fields of the order whose rejection lasts. */
const failOfField: Readonly<Record<string, QueueFailReason>> = {
  workspaceCredential: "key_deleted",
  projectId: "project_deleted",
  hostname: "hostname_taken",
};

/** Null for an error that says nothing about the order. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof ProblemError)
    return error.code.startsWith("permission_denied") ? { fails: "access_lost" } : null;
  if (!(error instanceof ValidationError)) return null;
  const fields = Object.keys(error.errors).map((path) => path.split(".")[0] ?? path);
  const lasting = fields.flatMap((field) => failOfField[field] ?? []);
  const first = queueFailReasons.find((reason) => lasting.includes(reason));
  if (first !== undefined) return { fails: first };
  const codes = Object.values(error.errors).flatMap((problems) => problems.map(({ code }) => code));
  if (codes.includes("limit_reached") || codes.includes("alert_threshold_reached"))
    return { waits: "limit" };
  const isStock = codes.every((code) => code === "out_of_stock" || code === "unreachable");
  return isStock ? { waits: "stock" } : { fails: "rejected" };
}

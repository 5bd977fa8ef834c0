/**
 * Sends due webhooks. One job runs many attempts at once, at most one per endpoint, so that a receiver that does not
 * respond holds up neither other receivers nor other jobs.
 */
import { setTimeout as delay } from "node:timers/promises";
import {
  deliveryRetentionDays,
  disableAfterFailingDays,
  webhookRetrySeconds,
  webhookTimeoutSeconds,
} from "#contracts/webhook-endpoints.ts";
import type { Database, Tx } from "../../core/db/db.ts";
import { enqueue, job } from "../../core/jobs/jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import type { Keyring } from "../../core/lib/crypto.ts";
import { publishLiveEvent } from "../../core/live/live-events.ts";
import { findMember, findOwner } from "../mail/member-recipients.ts";
import { mailsOf, sendMail } from "../mail/send-mail.ts";
import { composeBody, readEventData } from "./event-data.ts";
import { postWebhook, type WebhookResult } from "./post-webhook.ts";
import { webhookDue, webhookSending, webhookSendingOptions } from "./send-jobs.ts";
import {
  type Attempt,
  claimDeliveries,
  type ClaimedDelivery,
  deleteEventsBefore,
  disableEndpoint,
  hasDueDelivery,
  insertAttempt,
  keepBody,
  recordDelivery,
  recordEndpoint,
} from "./send-store.ts";
import { decryptSecret, signedHeaders } from "./signing.ts";
import { cancelPending } from "./store.ts";
import type { WebhookNetwork } from "./webhook-network.ts";

export interface SendDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keyring;
  readonly publicUrl: URL;
  readonly webhookNetwork: WebhookNetwork;
}

/** Attempts at once, and how many of them to endpoints whose last attempt failed. */
const maxRunning = 48;
const maxFailingRunning = 16;
/** Attempts of one run; the job then runs again, so that a worker can stop. */
const maxPerRun = 500;
/** How often a run looks for new deliveries while attempts are running. */
const pollMs = 250;
/** A claim outlives an attempt; it ends early only if the process died. */
const leaseMs = 6 * webhookTimeoutSeconds * 1_000;
const dayMs = 86_400_000;
const systemReason = "webhooks of every tenant are sent";

export const webhookSendingJob = job(webhookSending, async (deps: SendDeps) => {
  const { db, clock } = deps;
  const running = new Map<Promise<void>, ClaimedDelivery>();
  let started = 0;
  for (;;) {
    const claimed = started < maxPerRun ? await claim(deps, [...running.values()]) : [];
    started += claimed.length;
    for (const delivery of claimed) {
      const attempt: Promise<void> = attemptDelivery(deps, delivery).finally(() =>
        running.delete(attempt),
      );
      running.set(attempt, delivery);
    }
    if (running.size === 0) break;
    // An error ends the run; the claims of the other attempts are reported or expire.
    await Promise.race([...running.keys(), delay(pollMs)]);
  }
  if (started >= maxPerRun)
    await db.withSystemRole(systemReason, (tx) =>
      enqueue(tx, clock.now(), webhookSending, {}, webhookSendingOptions),
    );
});

/** Retries and what a dead process left. */
export const webhookDueJob = job(webhookDue, async ({ db, clock }: SendDeps) => {
  const now = clock.now();
  await db.withSystemRole(systemReason, async (tx) => {
    await deleteEventsBefore(tx, new Date(now.getTime() - deliveryRetentionDays * dayMs));
    if (await hasDueDelivery(tx, now))
      await enqueue(tx, now, webhookSending, {}, webhookSendingOptions);
  });
});

async function claim(
  { db, clock }: SendDeps,
  running: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const free = maxRunning - running.length;
  if (free <= 0) return [];
  return db.withSystemRole(systemReason, async (tx) => {
    const working = await claimDeliveries(tx, now, { limit: free, areFailing: false, leaseUntil });
    const failingFree = Math.min(
      free - working.length,
      maxFailingRunning - running.filter(({ isFailing }) => isFailing).length,
    );
    if (failingFree <= 0) return working;
    const options = { limit: failingFree, areFailing: true, leaseUntil };
    return [...working, ...(await claimDeliveries(tx, now, options))];
  });
}

async function attemptDelivery(deps: SendDeps, delivery: ClaimedDelivery): Promise<void> {
  const { db, clock, keys, webhookNetwork } = deps;
  const body = delivery.body ?? (await prepareBody(deps, delivery));
  const at = clock.now();
  const secrets = [delivery.secret, delivery.previousSecret].flatMap((secret) =>
    secret === null ? [] : [decryptSecret(keys, secret, delivery.endpointId)],
  );
  const startedMs = performance.now();
  const result = await postWebhook(webhookNetwork, {
    url: delivery.url,
    headers: signedHeaders(secrets, { id: delivery.eventId, at, body }),
    body,
  });
  const durationMs = Math.round(performance.now() - startedMs);
  const attempt = { ...result, number: delivery.attempts + 1, at, durationMs };
  await db.withSystemRole(systemReason, (tx) => record(deps, tx, delivery, attempt));
}

/** The body is the same for every attempt and endpoint: it is read once, when the event is sent first. */
const prepareBody = ({ db, clock }: SendDeps, delivery: ClaimedDelivery): Promise<string> =>
  db.withSystemRole(systemReason, async (tx) => {
    const { workspaceId, type, objectId, occurredAt, eventId } = delivery;
    if (objectId === null) throw new Error(`Webhook event ${eventId} has neither body nor object`);
    const data = await readEventData(tx, { workspaceId, type, objectId }, clock.now());
    return keepBody(tx, eventId, composeBody(type, occurredAt, data));
  });

/** When the next attempt starts; null after a success and after the last attempt. */
function nextAttempt({ number, error }: Attempt, now: Date): Date | null {
  const seconds = error === null ? undefined : webhookRetrySeconds[number - 1];
  return seconds === undefined ? null : new Date(now.getTime() + seconds * 1_000);
}

const goneStatus = 410;

function disabledReason(
  { error, responseStatus }: WebhookResult,
  failingSince: Date | null,
  now: Date,
): "failures" | "gone" | null {
  if (error === null || failingSince === null) return null;
  if (responseStatus === goneStatus) return "gone";
  const failingMs = now.getTime() - failingSince.getTime();
  return failingMs >= disableAfterFailingDays * dayMs ? "failures" : null;
}

async function record(
  deps: SendDeps,
  tx: Tx,
  delivery: ClaimedDelivery,
  attempt: Attempt,
): Promise<void> {
  const now = deps.clock.now();
  const { id, endpointId, workspaceId } = delivery;
  // The order of locks is that of every change: the endpoint, then its deliveries.
  const endpoint = await recordEndpoint(tx, endpointId, attempt, now);
  if (endpoint === null) return;
  await insertAttempt(tx, delivery, attempt);
  await recordDelivery(tx, id, attempt, nextAttempt(attempt, now), now);
  const reason = disabledReason(attempt, endpoint.failingSince, now);
  if (endpoint.isEnabled && reason !== null) await disable(deps, tx, delivery, reason, now);
  await publishLiveEvent(tx, workspaceId, { topic: "webhooks", id: endpointId });
}

async function disable(
  { publicUrl }: SendDeps,
  tx: Tx,
  { endpointId, workspaceId }: ClaimedDelivery,
  reason: "failures" | "gone",
  now: Date,
): Promise<void> {
  const endpoint = await disableEndpoint(tx, endpointId, reason, now);
  await cancelPending(tx, endpointId, now);
  const owner = await findOwner(tx, workspaceId);
  const creator = await findMember(tx, workspaceId, endpoint.createdBy);
  const isOther = creator !== null && creator.email !== owner?.email;
  for (const recipient of [owner, isOther ? creator : null]) {
    if (recipient === null) continue;
    await sendMail(mailsOf(tx, now), recipient, "webhook-disabled", {
      firstName: recipient.firstName,
      webhook: endpoint.name,
      workspace: endpoint.workspace,
      link: new URL(`/${endpoint.handle}/settings/webhooks/${endpointId}`, publicUrl).href,
    });
  }
}

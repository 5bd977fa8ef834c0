/** Tells endpoints once that the balance lasts for less than a day, and again after it has recovered. */
import { balanceLowType } from "#contracts/webhook-event-types.ts";
import type { BalanceForecast } from "#contracts/payments.ts";
import type { Database } from "../../core/db/db.ts";
import { enqueue, job } from "../../core/jobs/jobs.ts";
import type { Clock } from "../../core/lib/clock.ts";
import { uuidv7 } from "../../core/lib/crypto.ts";
import { accountBalance } from "../billing/payments/account-balance.ts";
import { composeBody } from "./event-data.ts";
import { webhookBalance, webhookSending, webhookSendingOptions } from "./send-jobs.ts";
import { type BalanceWatch, listBalanceWatches, setBalanceLow } from "./send-store.ts";
import { insertDelivery, insertEvent } from "./store.ts";

const lowMs = 86_400_000;
const systemReason = "the balances of every tenant are watched";

interface BalanceDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const webhookBalanceJob = job(webhookBalance, async (deps: BalanceDeps) => {
  const watches = await deps.db.withSystemRole(systemReason, (tx) =>
    listBalanceWatches(tx, balanceLowType),
  );
  for (const watch of watches) await checkBalance(deps, watch);
});

const isLow = ({ lastsUntil }: BalanceForecast, now: Date) =>
  lastsUntil !== null && Date.parse(lastsUntil) - now.getTime() < lowMs;

const checkBalance = ({ db, clock }: BalanceDeps, { workspaceId, endpoints }: BalanceWatch) =>
  db.withSystemRole(systemReason, async (tx) => {
    const now = clock.now();
    const forecast = await accountBalance(tx, workspaceId, now);
    const lowSince = isLow(forecast, now) ? now : null;
    const ids = endpoints.map(({ id }) => id);
    const changed = await setBalanceLow(tx, ids, lowSince);
    if (lowSince === null || changed.length === 0) return;
    const eventId = uuidv7(now);
    const body = composeBody(balanceLowType, now, forecast);
    await insertEvent(tx, { id: eventId, workspaceId, type: balanceLowType, body, at: now });
    for (const endpointId of changed)
      await insertDelivery(tx, {
        id: uuidv7(now),
        workspaceId,
        endpointId,
        eventId,
        replayedBy: null,
        at: now,
      });
    await enqueue(tx, now, webhookSending, {}, webhookSendingOptions);
  });

/** What customers learn of a waiting order: activity, email and a live event, in the transaction of the change. */
import type { QueueFailReason } from "#contracts/queue.ts";
import { type FieldChange, insertSystemEvent } from "../../../core/audit/audit.ts";
import type { Tx } from "../../../core/db/db.ts";
import { publishLiveEvent } from "../../../core/live/live-events.ts";
import { mailsOf, sendMail } from "../../mail/send-mail.ts";
import type { PlacedOrder } from "../order-instances.ts";
import type { WaitingOrder } from "./start-store.ts";

interface ReportDeps {
  readonly publicUrl: URL;
}

const publish = (tx: Tx, { workspaceId }: WaitingOrder) =>
  publishLiveEvent(tx, workspaceId, { topic: "instances", id: null });

/** The order waits for something else than before. */
export const reportWait = publish;

export async function reportStart(
  tx: Tx,
  { publicUrl }: ReportDeps,
  order: WaitingOrder,
  now: Date,
  placed: PlacedOrder,
): Promise<void> {
  const target = {
    type: "instance",
    id: placed.instances[0]?.id ?? placed.orderId,
    name: namesOf(order),
  };
  await record(tx, order, now, { action: "queue.start", target, changes: placed.changes });
  const path = `/${order.workspaceHandle}/cart/overview?order=${placed.orderId}`;
  await sendMail(mailsOf(tx, now), order, "order-started", {
    ...mailValues(order),
    link: new URL(path, publicUrl).href,
  });
  await publish(tx, order);
}

/** `reason` is null for an order that expired. */
export async function reportEnd(
  tx: Tx,
  { publicUrl }: ReportDeps,
  order: WaitingOrder,
  now: Date,
  reason: QueueFailReason | null,
): Promise<void> {
  const target = { type: "queued_order", id: order.id, name: namesOf(order) };
  const action = reason === null ? "queue.expire" : "queue.fail";
  const changes = reason === null ? [] : [{ field: "reason", from: null, to: reason }];
  await record(tx, order, now, { action, target, changes });
  // A member who lost access learns nothing more about the workspace.
  if (reason !== "access_lost" && reason !== "workspace_deactivated") {
    const link = new URL(`/${order.workspaceHandle}/cart/queue?status=expired,failed`, publicUrl)
      .href;
    const values = { ...mailValues(order), link };
    const context = mailsOf(tx, now);
    if (reason === null) await sendMail(context, order, "order-expired", values);
    else await sendMail(context, order, "order-failed", { ...values, reason });
  }
  await publish(tx, order);
}

const namesOf = ({ hostnames }: WaitingOrder) => hostnames.join(", ");

const mailValues = (order: WaitingOrder) => ({
  firstName: order.firstName,
  instances: namesOf(order).slice(0, 500),
  workspace: order.workspaceName,
});

const record = (
  tx: Tx,
  { id, workspaceId }: WaitingOrder,
  now: Date,
  event: {
    readonly action: string;
    readonly target: { type: string; id: string; name: string };
    readonly changes: FieldChange[];
  },
): Promise<void> => insertSystemEvent(tx, { ...event, at: now, workspaceId, requestId: id });

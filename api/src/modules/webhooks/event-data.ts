/** The data of an event: the object that it is about, in the shape of the API's responses. */
import {
  type DeliveredType,
  documentEventTypes,
  instanceEventTypes,
  memberEventTypes,
  movementEventTypes,
} from "#contracts/webhook-event-types.ts";
import { webhookEventData } from "#contracts/webhook-events.ts";
import type { Tx } from "../../core/db/db.ts";
import { findDocument, findHistoryEntry } from "../billing/event-data.ts";
import { getInstance } from "../instances/handlers.ts";
import { findMembership } from "../members/event-data.ts";

interface Subject {
  readonly workspaceId: string;
  readonly type: DeliveredType;
  readonly objectId: string;
}

const includes = (types: readonly DeliveredType[], type: DeliveredType) => types.includes(type);

async function readObject(tx: Tx, { workspaceId, type, objectId: id }: Subject, now: Date) {
  if (includes(instanceEventTypes, type)) return getInstance(tx, { id, workspaceId }, now);
  if (includes(memberEventTypes, type)) return findMembership(tx, workspaceId, id);
  if (includes(documentEventTypes, type)) return findDocument(tx, workspaceId, id);
  if (includes(movementEventTypes, type)) return findHistoryEntry(tx, workspaceId, id);
  throw new Error(`Events of type ${type} carry their data`);
}

export const composeBody = (type: DeliveredType, at: Date, data: unknown): string =>
  JSON.stringify({
    type,
    timestamp: at.toISOString(),
    data: webhookEventData(type).parse(data),
  });

/** Reads the object as it is now. It runs as boreal_system, without row-level security. */
export const readEventData = (tx: Tx, subject: Subject, now: Date): Promise<unknown> =>
  readObject(tx, subject, now);

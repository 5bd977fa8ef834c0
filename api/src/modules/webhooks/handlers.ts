/** Webhook endpoints of a workspace and their deliveries. */
import { actionDenial } from "#contracts/actions/action.ts";
import {
  webhookDeliveryActions,
  webhookEndpointActions,
} from "#contracts/actions/webhook-endpoints.ts";
import {
  maxWebhookEndpoints,
  type webhookEndpoints as endpoints,
} from "#contracts/webhook-endpoints.ts";
import {
  type DeliveredType,
  testEventType,
  webhookEventPermission,
} from "#contracts/webhook-event-types.ts";
import {
  assertNotDenied,
  type AuthorizedWorkspace,
  type Caller,
  registerObjectLoader,
  toActor,
} from "../../core/http/authorization.ts";
import { type Handlers, listHandler } from "../../core/http/handlers.ts";
import type { Tx } from "../../core/db/db.ts";
import { type Keyring, uuidv7 } from "../../core/lib/crypto.ts";
import { actionNotPossible, fieldError, ProblemError } from "../../core/lib/problem-error.ts";
import { lockWorkspaceSharedWithPermission } from "../workspaces/memberships.ts";
import { composeBody } from "./event-data.ts";
import { webhookSending, webhookSendingOptions } from "./send-jobs.ts";
import { createSecret, encryptSecret } from "./signing.ts";
import {
  cancelPending,
  countEndpoints,
  deleteEndpoint,
  type DeliveryRow,
  type EndpointRow,
  findDelivery,
  findEndpoint,
  hasPendingDelivery,
  insertDelivery,
  insertEndpoint,
  insertEvent,
  listDeliveries,
  listEndpoints,
  lockEndpoint,
  type NewDelivery,
  readDeliveryDetails,
  replaceSecret,
  updateEndpoint,
} from "./store.ts";
import { assertAllowedUrl, type WebhookNetwork } from "./webhook-network.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    webhookEndpoint: EndpointRow;
    webhookDelivery: DeliveryRow;
  }
}
registerObjectLoader("webhookEndpoint", {
  find: findEndpoint,
  ownerId: ({ createdBy }) => createdBy,
});
registerObjectLoader("webhookDelivery", {
  find: findDelivery,
  ownerId: ({ creatorId }) => creatorId,
});

const hourMs = 3_600_000;
const auditTarget = ({ id, name }: Pick<EndpointRow, "id" | "name">) => ({
  type: "webhook_endpoint",
  id,
  name,
});

/** A token reads only payloads that its scopes let it read. */
function maySee(caller: Caller, type: DeliveredType): boolean {
  const permission = webhookEventPermission(type);
  if (caller.session !== null || permission === null) return true;
  return caller.token.scopes.some((scope) => scope === permission);
}

interface LockContext {
  readonly tx: Tx;
  readonly caller: Caller;
  readonly workspace: AuthorizedWorkspace;
}
/** Checks the role again under lock, then locks the endpoint: a concurrent request may have removed either. */
async function lock({ tx, caller, workspace }: LockContext, id: string): Promise<EndpointRow> {
  await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "webhook.manage");
  const row = await lockEndpoint(tx, id);
  if (row === null) throw new ProblemError("not_found");
  return row;
}

const reload = async (tx: Tx, id: string) => (await tx.one<EndpointRow>(findEndpoint(id))).json;

async function insertAndReload(tx: Tx, delivery: NewDelivery) {
  await insertDelivery(tx, delivery);
  return (await tx.one<DeliveryRow>(findDelivery(delivery.id))).json;
}

export interface WebhookDeps {
  readonly keys: Keyring;
  readonly webhookNetwork: WebhookNetwork;
}

export const webhookEndpointsHandlers = ({
  keys,
  webhookNetwork,
}: WebhookDeps): Handlers<typeof endpoints> => ({
  list: listHandler(({ query }) => listEndpoints(query)),

  create: async ({ tx, now, caller, workspace, body, audit, publish }) => {
    const { name, url, eventTypes } = body;
    assertAllowedUrl(webhookNetwork, url);
    await lockWorkspaceSharedWithPermission(tx, workspace.id, caller.user.id, "webhook.manage");
    if ((await countEndpoints(tx, workspace.id)) >= maxWebhookEndpoints)
      throw fieldError("name", "too_many_webhooks", { maximum: maxWebhookEndpoints });
    const id = uuidv7(now);
    const secret = createSecret();
    await insertEndpoint(tx, {
      id,
      workspaceId: workspace.id,
      name,
      url,
      eventTypes,
      secret: encryptSecret(keys, secret, id),
      createdBy: caller.user.id,
      at: now,
    });
    audit({
      target: auditTarget({ id, name }),
      changes: [
        { field: "name", from: null, to: name },
        { field: "url", from: null, to: url },
        { field: "eventTypes", from: null, to: eventTypes },
      ],
    });
    await publish(workspace.id, { topic: "webhooks", id });
    return { webhookEndpoint: await reload(tx, id), secret };
  },

  view: async ({ webhookEndpoint }) => webhookEndpoint.json,

  update: async (context) => {
    const { tx, now, caller, workspace, webhookEndpoint, body, audit, publish } = context;
    const before = await lock(context, webhookEndpoint.id);
    assertNotDenied(actionDenial(toActor(caller), webhookEndpointActions.update, before, now));
    const to = {
      name: body.name ?? before.name,
      url: body.url ?? before.url,
      eventTypes: body.eventTypes ?? before.eventTypes,
      isEnabled: body.isEnabled ?? before.isEnabled,
    };
    if (body.url !== undefined) assertAllowedUrl(webhookNetwork, to.url);
    const fields = ["name", "url", "eventTypes", "isEnabled"] as const;
    const isSame = (field: (typeof fields)[number]) => String(before[field]) === String(to[field]);
    const changes = fields
      .filter((field) => !isSame(field))
      .map((field) => ({ field, from: before[field], to: to[field] }));
    audit({ target: auditTarget({ id: before.id, name: to.name }), changes });
    if (changes.length === 0) return before.json;
    await updateEndpoint(tx, before.id, to, now);
    if (!to.isEnabled) await cancelPending(tx, before.id, now);
    await publish(workspace.id, { topic: "webhooks", id: before.id });
    return reload(tx, before.id);
  },

  rotateSecret: async (context) => {
    const { tx, now, workspace, webhookEndpoint, body, audit, publish } = context;
    const { id, name } = await lock(context, webhookEndpoint.id);
    const secret = createSecret();
    const until = new Date(now.getTime() + body.overlapHours * hourMs);
    await replaceSecret(tx, id, { secret: encryptSecret(keys, secret, id), until, now });
    audit({
      target: auditTarget({ id, name }),
      changes: [{ field: "previousSecretUntil", from: null, to: until.toISOString() }],
    });
    await publish(workspace.id, { topic: "webhooks", id });
    return { webhookEndpoint: await reload(tx, id), secret };
  },

  test: async (context) => {
    const { tx, now, caller, workspace, webhookEndpoint, audit, enqueue, publish } = context;
    const { id, name, json } = await lock(context, webhookEndpoint.id);
    assertNotDenied(actionDenial(toActor(caller), webhookEndpointActions.test, json, now));
    const event = { id: uuidv7(now), workspaceId: workspace.id, at: now };
    const message = `Test of the webhook ${name}`;
    const body = composeBody(testEventType, now, { message });
    await insertEvent(tx, { ...event, type: testEventType, body });
    audit({ target: auditTarget({ id, name }) });
    await enqueue(webhookSending, {}, webhookSendingOptions);
    await publish(workspace.id, { topic: "webhooks", id });
    return insertAndReload(tx, {
      id: uuidv7(now),
      workspaceId: workspace.id,
      endpointId: id,
      eventId: event.id,
      replayedBy: null,
      at: now,
    });
  },

  remove: async (context) => {
    const { tx, workspace, webhookEndpoint, audit, publish } = context;
    const { id, name, url } = await lock(context, webhookEndpoint.id);
    await deleteEndpoint(tx, id);
    audit({ target: auditTarget({ id, name }), changes: [{ field: "url", from: url, to: null }] });
    await publish(workspace.id, { topic: "webhooks", id });
    return null;
  },

  deliveries: listHandler(({ path, query }) => listDeliveries(path.webhookEndpoint, query)),

  delivery: async ({ tx, caller, webhookDelivery }) => {
    const { payload, history } = await readDeliveryDetails(tx, webhookDelivery.id);
    return {
      ...webhookDelivery.json,
      payload: maySee(caller, webhookDelivery.type) ? payload : null,
      history,
    };
  },

  replay: async (context) => {
    const { tx, now, caller, workspace, webhookDelivery, audit, enqueue, publish } = context;
    const { id, name, json } = await lock(context, webhookDelivery.endpointId);
    const { status } = webhookDelivery.json;
    const subject = { status, endpoint: json };
    assertNotDenied(actionDenial(toActor(caller), webhookDeliveryActions.replay, subject, now));
    // Another replay of the event may wait already.
    if (await hasPendingDelivery(tx, webhookDelivery))
      throw actionNotPossible("webhook_is_pending");
    audit({ target: auditTarget({ id, name }) });
    await enqueue(webhookSending, {}, webhookSendingOptions);
    await publish(workspace.id, { topic: "webhooks", id });
    return insertAndReload(tx, {
      id: uuidv7(now),
      workspaceId: workspace.id,
      endpointId: id,
      eventId: webhookDelivery.eventId,
      replayedBy: caller.user.id,
      at: now,
    });
  },
});

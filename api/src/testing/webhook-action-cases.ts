/** Action cases of webhook endpoints and their deliveries. */
import {
  webhookDeliveryActions,
  webhookEndpointActions,
} from "#contracts/actions/webhook-endpoints.ts";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import { type ActionCase, actionCase, type ObjectPath, shown } from "./action-case.ts";
import type { AuthorizationFixture } from "./actors.ts";
import type { TestClient } from "./client.ts";
import { fixture as deliveryFixture } from "./fixtures/webhook-deliveries.ts";
import { fixture as endpointFixture } from "./fixtures/webhook-endpoints.ts";
import type { TestEnvironment } from "./test-environment.ts";

export function webhookActionCases(
  env: TestEnvironment,
  { workspace, actors }: AuthorizationFixture,
): ActionCase[] {
  const define = actionCase(env, workspace.handle);
  const owner = { id: actors.find(({ name }) => name === "owner")?.userId ?? "" };
  const asSystem = (query: ReturnType<typeof sql>) =>
    env.db.withSystemRole("a webhook for a test", (tx) => tx.execute(query));
  const path = { workspace: workspace.handle };

  async function insertEndpoint(isDisabled: boolean) {
    const webhookEndpoint = await endpointFixture.insert(env, workspace, owner);
    if (isDisabled)
      await asSystem(sql`UPDATE webhook_endpoint SET disabled_at = ${env.clock.now()}, disabled_reason = 'user'
        WHERE id = ${webhookEndpoint}`);
    return { webhookEndpoint };
  }
  async function insertDelivery(change: ReturnType<typeof sql> | null) {
    const webhookDelivery = await deliveryFixture.insert(env, workspace, owner);
    if (change !== null) await asSystem(sql`${change} WHERE d.id = ${webhookDelivery}`);
    return { webhookDelivery };
  }
  const endpoints = {
    objects: {
      enabled: () => insertEndpoint(false),
      disabled: () => insertEndpoint(true),
      missing: () => Promise.resolve({ webhookEndpoint: uuidv7(env.clock.now()) }),
    },
    view: async (client: TestClient, { webhookEndpoint }: ObjectPath) =>
      shown(
        await client.call(api.webhookEndpoints.view, {
          path: { ...path, webhookEndpoint: webhookEndpoint ?? "" },
        }),
      ),
  };
  return [
    define("webhookEndpoints.update", webhookEndpointActions.update, {
      ...endpoints,
      body: () => ({ name: "Test" }),
    }),
    define("webhookEndpoints.rotateSecret", webhookEndpointActions.rotateSecret, {
      ...endpoints,
      body: () => ({ overlapHours: 0 }),
    }),
    define("webhookEndpoints.test", webhookEndpointActions.test, endpoints),
    define("webhookEndpoints.remove", webhookEndpointActions.remove, endpoints),
    define("webhookDeliveries.replay", webhookDeliveryActions.replay, {
      objects: {
        failed: () => insertDelivery(null),
        pending: () =>
          insertDelivery(
            sql`UPDATE webhook_delivery d SET status = 'pending', next_attempt_at = ${env.clock.now()}`,
          ),
        "to a disabled endpoint": () =>
          insertDelivery(
            sql`UPDATE webhook_endpoint e SET disabled_at = ${env.clock.now()}, disabled_reason = 'user'
              FROM webhook_delivery d JOIN webhook_endpoint other ON other.id = d.endpoint_id`,
          ),
        missing: () => Promise.resolve({ webhookDelivery: uuidv7(env.clock.now()) }),
      },
      view: async (client: TestClient, { webhookDelivery }: ObjectPath) =>
        shown(
          await client.call(api.webhookEndpoints.delivery, {
            path: { ...path, webhookDelivery: webhookDelivery ?? "" },
          }),
        ),
    }),
  ];
}

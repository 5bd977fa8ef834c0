/** Bare-metal items and orders for tests. The items are hosts of the emulated Foreman server. */
import { createHost } from "#emulators/foreman/default-datacenter.ts";
import { api } from "#contracts/api.ts";
import type { z } from "zod";
import type { Instance } from "#contracts/instances.ts";
import type { OrderLine } from "#contracts/orders.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestClient } from "./client.ts";
import { bareMetalRegion, type TestEnvironment } from "./test-environment.ts";
import type { TestWorkspace } from "./users.ts";

export const metalProduct = "2 × EPYC 9654 bare metal";

let hostNumber = 100;

/** Adds a host at the provider for each name, and an available item for it. */
export async function addItems(env: TestEnvironment, ...names: string[]): Promise<void> {
  const now = env.clock.now();
  for (const name of names) {
    hostNumber += 1;
    env.foreman.state.addHost(createHost(hostNumber, name, "test"));
    await env.db.withSystemRole("an item for a test", (tx) =>
      tx.execute(sql`
        INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, disk_count, created_at, updated_at)
        SELECT ${uuidv7(now)}, id, ${bareMetalRegion}, ${`serial of ${name}`}, ${name}, '', 2, ${now}, ${now}
          FROM product WHERE name = ${metalProduct}`),
    );
  }
}

/** Inserts an item without a host at the provider, in maintenance. Returns its id. */
export async function insertItem(
  env: TestEnvironment,
  {
    state = "maintenance",
    hasCustomerData = false,
  }: { state?: string; hasCustomerData?: boolean } = {},
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("an item for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, state, has_customer_data, created_at, updated_at)
      SELECT ${id}, id, ${bareMetalRegion}, ${`serial ${id}`}, ${`host-${id}`}, '', ${state}, ${hasCustomerData}, ${now}, ${now}
        FROM product WHERE name = ${metalProduct}`),
  );
  return id;
}

export const readMetalProductId = async (env: TestEnvironment): Promise<string> =>
  (
    await env.db.withSystemRole("a test reads a product", (tx) =>
      tx.one<{ id: string }>(sql`SELECT id FROM product WHERE name = ${metalProduct}`),
    )
  ).id;

export interface ItemState {
  readonly state: string;
  readonly reason: string | null;
  readonly instanceId: string | null;
  readonly hasCustomerData: boolean;
}

export const readItem = (env: TestEnvironment, host: string): Promise<ItemState> =>
  env.db.withSystemRole("a test reads an item", (tx) =>
    tx.one(sql`SELECT state, state_reason AS reason, instance_id AS "instanceId", has_customer_data AS "hasCustomerData"
      FROM bare_metal_item WHERE foreman_host = ${host}`),
  );

/** The host of the instance; null when it has none. */
export const findHost = async (env: TestEnvironment, instanceId: string): Promise<string | null> =>
  (
    await env.db.withSystemRole("a test reads an item", (tx) =>
      tx.maybeOne<{ host: string }>(
        sql`SELECT foreman_host AS host FROM bare_metal_item WHERE instance_id = ${instanceId}`,
      ),
    )
  )?.host ?? null;

interface MetalOrder {
  readonly workspace: TestWorkspace;
  readonly credentialId: string;
  readonly hostname: string[];
  readonly image?: string;
  readonly body?: Partial<z.input<typeof OrderLine>>;
}

export async function metalOrderBody(
  client: TestClient,
  { credentialId, hostname, image: imageName = "Debian 13", body }: MetalOrder,
): Promise<z.input<typeof OrderLine>> {
  const { products, images } = (await client.call(api.catalogue.offer, {})).data;
  const product = products.find(({ name }) => name === metalProduct);
  const image = images.find(({ name }) => name === imageName);
  if (product === undefined || image === undefined)
    throw new Error("The catalogue does not contain the requested product or image");
  return {
    region: bareMetalRegion,
    selectedInstanceVariant: "bare_metal",
    bareMetalProduct: product.id,
    operatingsystem: image.id,
    quantity: hostname.length,
    hostname,
    workspaceCredential: [credentialId],
    priceSnapshotId: product.priceSnapshotId,
    ...body,
  };
}

export const placeMetalOrder = async (client: TestClient, order: MetalOrder) =>
  client.call(api.instances.order, {
    path: { workspace: order.workspace.handle },
    body: await metalOrderBody(client, order),
  });

export async function orderMetal(client: TestClient, order: MetalOrder): Promise<Instance> {
  const [instance] = (await placeMetalOrder(client, order)).data.instances;
  if (instance === undefined) throw new Error("The order has no instances");
  return instance;
}

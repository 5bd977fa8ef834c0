/**
 * Credentials and instances for tests: credentials are inserted into the database, instances are ordered through the
 * API.
 */
import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { api } from "#contracts/api.ts";
import type { Product } from "#contracts/catalogue.ts";
import type { Instance } from "#contracts/instances.ts";
import type { OrderLine } from "#contracts/orders.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestClient } from "./client.ts";
import {
  createUser,
  createWorkspace,
  type TestContext,
  type TestUser,
  type TestWorkspace,
} from "./users.ts";

export async function createCredential(
  env: TestContext,
  workspace: TestWorkspace,
  owner: TestUser,
  name = "laptop",
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  const key = Buffer.concat([
    Buffer.from([0, 0, 0, 11]),
    Buffer.from("ssh-ed25519"),
    Buffer.from([0, 0, 0, 32]),
    randomBytes(32),
  ]);
  await env.db.withSystemRole("a key for a test", (tx) =>
    tx.execute(sql`
      INSERT INTO credential (id, workspace_id, name, type, bits, public_key, fingerprint_sha256, comment, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${name}, 'ssh-ed25519', 256, ${`ssh-ed25519 ${key.toString("base64")} ${name}`},
        ${`SHA256:${randomBytes(32).toString("base64url")}`}, ${name}, ${owner.id}, ${now}, ${now})`),
  );
  return id;
}

/** What an order requires: an owner, their workspace and its SSH key. */
export async function createOrderContext(env: TestContext, handle = "north") {
  const owner = await createUser(env, `owner@${handle}.test`);
  const workspace = await createWorkspace(env, owner, handle);
  return { owner, workspace, credentialId: await createCredential(env, workspace, owner) };
}

export async function createProject(
  env: TestContext,
  workspace: TestWorkspace,
  owner: TestUser,
  name: string,
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a project for a test", (tx) =>
    tx.execute(sql`INSERT INTO project (id, workspace_id, name, colour, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${name}, 'teal', ${owner.id}, ${now}, ${now})`),
  );
  return id;
}

export async function findProduct(client: TestClient, name: string): Promise<Product> {
  const { data } = await client.call(api.catalogue.offer, {});
  const product = data.products.find((candidate) => candidate.name === name);
  if (product === undefined) throw new Error(`Product ${name} does not exist`);
  return product;
}

export interface OrderOptions {
  workspace: TestWorkspace;
  credentialId: string;
  /** One instance for each; default: `gpu-1`. */
  hostname?: string[];
  /** By name; default: a small product without GPU. */
  product?: string;
  region?: string;
  image?: string;
  /** Overrides of the request body. */
  body?: Partial<z.input<typeof OrderLine>>;
}

/** The body of a valid order. */
export async function orderBody(
  client: TestClient,
  options: OrderOptions,
): Promise<z.input<typeof OrderLine>> {
  const { data } = await client.call(api.catalogue.offer, {});
  const product = data.products.find(({ name }) => name === (options.product ?? "4 vCPU"));
  const image = data.images.find(({ name }) => name === (options.image ?? "Ubuntu 24.04 LTS"));
  if (product === undefined || image === undefined)
    throw new Error("The catalogue does not contain the requested product or image");
  const hostname = options.hostname ?? ["gpu-1"];
  return {
    region: options.region ?? "lulea",
    virtualProduct: product.id,
    operatingsystem: image.id,
    quantity: hostname.length,
    hostname,
    workspaceCredential: [options.credentialId],
    priceSnapshotId: product.priceSnapshotId,
    ...options.body,
  };
}

export async function placeOrder(client: TestClient, options: OrderOptions) {
  return client.call(api.instances.order, {
    path: { workspace: options.workspace.handle },
    body: await orderBody(client, options),
  });
}

/** Orders one instance. It is `pending` until the worker runs: `env.advanceTime(60)` makes it active. */
export async function orderInstance(client: TestClient, options: OrderOptions): Promise<Instance> {
  const [instance] = (await placeOrder(client, options)).data.instances;
  if (instance === undefined) throw new Error("The order has no instances");
  return instance;
}

export const getInstance = async (
  client: TestClient,
  workspace: TestWorkspace,
  instance: string,
): Promise<Instance> =>
  (await client.call(api.instances.view, { path: { workspace: workspace.handle, instance } })).data;

/** Sells products again that the provider has rejected for lack of capacity, before their time is over. */
export const restock = (env: TestContext) =>
  env.db.withSystemRole("a test sells rejected products again", (tx) =>
    tx.execute(
      sql`UPDATE product_stock SET available = NULL, rejected_until = NULL WHERE rejected_until IS NOT NULL`,
    ),
  );

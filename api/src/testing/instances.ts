/** Inserts instances for tests directly into the database, with the minimal catalogue they need. */
import type { InstanceStatus } from "#contracts/instance-states.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { startMetering } from "../modules/billing/metering.ts";
import type { TestUser, TestWorkspace } from "./users.ts";
import type { TestEnvironment } from "./test-environment.ts";

/** A region, product and image that are not for sale, so that tests of the catalogue are not affected. */
const catalogue = {
  region: "testland",
  product: "0190a000-0000-7000-8000-000000000001",
  price: "0190a000-0000-7000-8000-000000000002",
  image: "0190a000-0000-7000-8000-000000000003",
};

async function createCatalogue(env: TestEnvironment): Promise<void> {
  const now = env.clock.now();
  await env.db.withSystemRole("a catalogue for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO region (handle, name, country, energy_sources, grams_co2_per_kwh, latitude, longitude, position)
      VALUES (${catalogue.region}, 'Testland', 'SE', '{hydro}', 10, 0, 0, 99) ON CONFLICT DO NOTHING`);
    await tx.execute(sql`INSERT INTO product (id, variant, name, family, vcpu, memory_gb, disk_gb, power_watts, flavor, status, position)
      VALUES (${catalogue.product}, 'virtual_machine', 'Test instance', 'test', 1, 1, 10, 10, 'test', 'inactive', 99) ON CONFLICT DO NOTHING`);
    await tx.execute(sql`INSERT INTO price_snapshot (id, product_id, rate_micros_per_hour, valid_from)
      VALUES (${catalogue.price}, ${catalogue.product}, 100000, ${now}) ON CONFLICT DO NOTHING`);
    await tx.execute(sql`INSERT INTO image (id, family, name, version, min_disk_gb, min_memory_mb, default_user, status, position)
      VALUES (${catalogue.image}, 'test', 'Test', '1', 1, 1, 'test', 'inactive', 99) ON CONFLICT DO NOTHING`);
    await tx.execute(sql`INSERT INTO image_region (image_id, region_handle, provider_image_id)
      VALUES (${catalogue.image}, ${catalogue.region}, 'test') ON CONFLICT DO NOTHING`);
  });
}

export interface InstanceOptions {
  hostname: string;
  status?: InstanceStatus;
  projectId?: string;
  credentialId?: string;
  publicIp?: string;
  /** Default: ten cents an hour. */
  rateMicrosPerHour?: number;
}

/** Returns the instance's id. */
export async function insertInstance(
  env: TestEnvironment,
  workspace: TestWorkspace,
  owner: Pick<TestUser, "id">,
  options: InstanceOptions,
): Promise<string> {
  await createCatalogue(env);
  const now = env.clock.now();
  const id = uuidv7(now);
  const rate = options.rateMicrosPerHour ?? 100_000;
  await env.db.withSystemRole("an instance for a test", async (tx) => {
    await tx.execute(sql`INSERT INTO purchase_order (id, workspace_id, created_by, created_at)
      VALUES (${id}, ${workspace.id}, ${owner.id}, ${now})`);
    await tx.execute(sql`INSERT INTO purchase_order_line (workspace_id, order_id, line_number, variant, region_handle, product_id, image_id,
        project_id, quantity, price_snapshot_id, rate_micros_per_hour, credential_ids)
      VALUES (${workspace.id}, ${id}, 1, 'virtual_machine', ${catalogue.region}, ${catalogue.product}, ${catalogue.image},
        ${options.projectId ?? null}, 1, ${catalogue.price}, ${rate}, ${options.credentialId === undefined ? [] : [options.credentialId]})`);
    await tx.execute(sql`
      INSERT INTO instance (id, workspace_id, project_id, order_id, hostname, variant, status, region_handle, product_id, image_id,
        price_snapshot_id, rate_micros_per_hour, ssh_keys, public_ip, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, ${options.projectId ?? null}, ${id}, ${options.hostname}, 'virtual_machine', ${options.status ?? "active"},
        ${catalogue.region}, ${catalogue.product}, ${catalogue.image}, ${catalogue.price}, ${rate}, '{}', ${options.publicIp ?? null}, ${owner.id}, ${now}, ${now})`);
    if (options.credentialId !== undefined) {
      await tx.execute(
        sql`INSERT INTO instance_credential (workspace_id, instance_id, credential_id) VALUES (${workspace.id}, ${id}, ${options.credentialId})`,
      );
    }
  });
  return id;
}

/** Grants a limited team member access to a project. */
export async function grantProject(
  env: TestEnvironment,
  workspace: TestWorkspace,
  projectId: string,
  user: Pick<TestUser, "id">,
): Promise<void> {
  const now = env.clock.now();
  await env.db.withSystemRole("a grant for a test", (tx) =>
    tx.execute(
      sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at) VALUES (${workspace.id}, ${projectId}, ${user.id}, ${now})`,
    ),
  );
}

/** Inserts the default project, which every workspace created through the API has. Returns its id. */
export async function createDefaultProject(
  env: TestEnvironment,
  workspace: TestWorkspace,
  owner: TestUser,
): Promise<string> {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("a default project for a test", (tx) =>
    tx.execute(sql`INSERT INTO project (id, workspace_id, name, colour, is_default, created_by, created_at, updated_at)
      VALUES (${id}, ${workspace.id}, 'Default', 'spruce', true, ${owner.id}, ${now}, ${now})`),
  );
  return id;
}

/** Starts or stops the metering of an instance at a time. */
export const meterAt = (
  env: TestEnvironment,
  change: typeof startMetering,
  workspace: TestWorkspace,
  id: string,
  at: string,
): Promise<void> =>
  env.db.withSystemRole("a test meters", (tx) =>
    change(tx, { id, workspaceId: workspace.id }, new Date(at)),
  );

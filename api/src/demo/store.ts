/** SQL of the demo: rows that no endpoint can create on its own. It runs as boreal_system. */
import type { LimitName } from "#contracts/limit-names.ts";
import { sql, type Tx } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";

export const hasDemoOwner = async (tx: Tx): Promise<boolean> =>
  (await tx.maybeOne(sql`SELECT FROM user_account WHERE email_normalized = 'owner@demo.test'`)) !==
  null;

export const insertDemoUser = (
  tx: Tx,
  id: string,
  user: { email: string; firstName: string; lastName: string },
  passwordHash: string,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO user_account (id, email, email_normalized, email_verified_at, password_hash, password_changed_at, status, first_name, last_name,
      locale, timezone, is_over_18, tos_version, tos_accepted_at, created_at, updated_at)
    VALUES (${id}, ${user.email}, ${user.email}, ${now}, ${passwordHash}, ${now}, 'active', ${user.firstName}, ${user.lastName},
      'en', 'UTC', true, '1', ${now}, ${now}, ${now})`);

export const insertDemoStaffRole = (
  tx: Tx,
  userId: string,
  role: string,
  now: Date,
): Promise<number> =>
  tx.execute(
    sql`INSERT INTO user_staff_role (id, user_id, staff_role_id, assigned_at) VALUES (${uuidv7(now)}, ${userId}, ${role}, ${now})`,
  );

/** The workspace becomes the member's default. */
export const insertDemoMember = (
  tx: Tx,
  email: string,
  workspace: { handle: string; role: string },
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO user_workspace_role (id, workspace_id, user_id, workspace_role_id, is_default, created_by, created_at)
    SELECT ${uuidv7(now)}, w.id, u.id, ${workspace.role}, true, o.user_id, ${now}
      FROM workspace w JOIN user_workspace_role o ON o.workspace_id = w.id AND o.workspace_role_id = 'owner', user_account u
     WHERE w.handle = ${workspace.handle} AND u.email_normalized = ${email}`);

export const insertDemoGrant = (
  tx: Tx,
  project: string,
  email: string,
  now: Date,
): Promise<number> =>
  tx.execute(sql`INSERT INTO project_grant (workspace_id, project_id, user_id, created_at)
    SELECT p.workspace_id, p.id, u.id, ${now} FROM project p, user_account u WHERE p.name = ${project} AND u.email_normalized = ${email}`);

export const insertDemoLimit = (
  tx: Tx,
  handle: string,
  { limit, value }: { limit: LimitName; value: number },
  now: Date,
) =>
  tx.execute(sql`INSERT INTO workspace_limit (workspace_id, limit_name, value, updated_at)
    SELECT id, ${limit}, ${value}, ${now} FROM workspace WHERE handle = ${handle}`);
/** Each of the demo's hosts has two disks. */
export const insertDemoItem = (
  tx: Tx,
  item: { product: string; serial: string; host: string; hostGroup: string; rack: string },
  regionHandle: string,
  now: Date,
): Promise<number> =>
  tx.execute(sql`
    INSERT INTO bare_metal_item (id, product_id, region_handle, serial, foreman_host, host_group, rack, disk_count, created_at, updated_at)
    SELECT ${uuidv7(now)}, id, ${regionHandle}, ${item.serial}, ${item.host}, ${item.hostGroup}, ${item.rack}, 2, ${now}, ${now}
      FROM product WHERE name = ${item.product} AND variant = 'bare_metal' AND status = 'active'`);

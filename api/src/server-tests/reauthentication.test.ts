/**
 * Every endpoint that contracts/access.json marks with `reauthentication: true` rejects a session whose
 * reauthentication is older than 15 minutes.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { staffRolesWithPermission } from "#contracts/permissions.ts";
import { type StaffRoleId, staffRoles } from "#contracts/roles.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";
import type { TestClient } from "../testing/client.ts";
import { fixture as webhookFixture } from "../testing/fixtures/webhook-endpoints.ts";
import { createInvite } from "../testing/invites.ts";
import { createMember, createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { createTokenClient } from "../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";

const Rows = z.object({
  calls: z.array(
    z.object({
      call: z.string().optional(),
      reauthentication: z.union([z.literal(true), z.string()]).optional(),
    }),
  ),
});
const rows = Rows.parse(
  JSON.parse(readFileSync(new URL("../../../contracts/access.json", import.meta.url), "utf8")),
).calls;
const guarded: readonly Endpoint[] = allEndpoints.filter(
  ({ id }) => rows.find((row) => row.call === id)?.reauthentication === true,
);

const quarterMs = 15 * 60_000;

let env: TestEnvironment;
let owner: TestUser;
const staff = new Map<StaffRoleId, TestUser>();
let path: Record<string, string>;
beforeAll(async () => {
  env = await startTestEnvironment({ signIn: true });
  owner = await createUser(env, "owner@reauthentication.test");
  for (const role of staffRoles)
    staff.set(role, await createUser(env, `${role}@boreal.test`, { staffRole: role }));
  const workspace = await createWorkspace(env, owner, "reauthentication");
  const member = await createMember(env, workspace, "team_member");
  const invite = await createInvite(env, workspace, { by: owner.id, email: "guest@guest.test" });
  const tokenClient = await createTokenClient(env, owner, workspace);
  path = {
    workspace: workspace.handle,
    adminWorkspace: workspace.id,
    member: member.id,
    user: member.id,
    invite: invite.id,
    token: tokenClient.id,
    webhookEndpoint: await webhookFixture.insert(env, workspace, owner),
    request: uuidv7(env.clock.now()),
    passkey: uuidv7(env.clock.now()),
    provider: "google",
  };
});
afterAll(() => env.stop());

const ask = async (client: TestClient, { method, path: shape }: Endpoint, body: object = {}) => {
  const address = shape.replace(/:([a-zA-Z]+)/g, (_, name: string) => path[name] ?? "missing");
  const response = await client.send(method, address, method === "GET" ? undefined : body);
  const read = z
    .object({ code: z.string().optional() })
    .safeParse(await response.json().catch(() => null));
  return read.data?.code ?? null;
};
const setReauthentication = (at: Date) =>
  env.db.withSystemRole("a reauthentication for a test", (tx) =>
    tx.execute(sql`UPDATE session SET reauthenticated_at = ${at}`),
  );

function userFor({ access }: Endpoint): TestUser {
  if (access.kind !== "staff") return owner;
  const [role] = staffRolesWithPermission(access.permission);
  const user = role === undefined ? undefined : staff.get(role);
  if (user === undefined) throw new Error(`No staff role has ${access.permission}`);
  return user;
}

test.each(guarded.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s",
  async (_, endpoint) => {
    const { client } = userFor(endpoint);
    await setReauthentication(new Date(env.clock.now().getTime() - quarterMs - 1));
    expect(await ask(client, endpoint)).toBe("confirmation_required");
    await setReauthentication(new Date(env.clock.now().getTime() - quarterMs));
    // The request is invalid on purpose, so that it has no effect: only the reauthentication is tested.
    if (endpoint.body !== undefined)
      expect(await ask(client, endpoint, { "not a field": true })).not.toBe(
        "confirmation_required",
      );
  },
);

/** Every call that contracts/access.json marks with `reauthentication: true` refuses a session whose proof is older than 15 minutes. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allCalls } from "#contracts/api.ts";
import type { Call } from "#contracts/kit.ts";
import { sql } from "./core/db.ts";
import { newId } from "./core/keys.ts";
import type { Client } from "./testing/client.ts";
import { makeInvite } from "./testing/invitations.ts";
import { makeMember, makePerson, makeWorkspace, type Person } from "./testing/people.ts";
import { makeProgram } from "./testing/programs.ts";
import { startWorld, type World } from "./testing/world.ts";

const Rows = z.object({
  calls: z.array(
    z.object({
      call: z.string().optional(),
      reauthentication: z.union([z.literal(true), z.string()]).optional(),
    }),
  ),
});
const rows = Rows.parse(
  JSON.parse(readFileSync(new URL("../../contracts/access.json", import.meta.url), "utf8")),
).calls;
const guarded: readonly Call[] = allCalls.filter(
  ({ id }) => rows.find((row) => row.call === id)?.reauthentication === true,
);

const quarterMs = 15 * 60_000;

let world: World;
let owner: Person;
let admin: Person;
let path: Record<string, string>;
beforeAll(async () => {
  world = await startWorld({ signIn: true });
  owner = await makePerson(world, "owner@reauthentication.test");
  admin = await makePerson(world, "admin@boreal.test", { staffRole: "Admin" });
  const workspace = await makeWorkspace(world, owner, "reauthentication");
  const member = await makeMember(world, workspace, "team_member");
  const invite = await makeInvite(world, workspace, { by: owner.id, email: "guest@guest.test" });
  const program = await makeProgram(world, owner, workspace);
  path = {
    workspace: workspace.handle,
    adminWorkspace: workspace.id,
    member: member.id,
    user: member.id,
    invite: invite.id,
    token: program.id,
    request: newId(world.clock.now()),
    passkey: newId(world.clock.now()),
    provider: "google",
  };
});
afterAll(() => world.stop());

const ask = async (client: Client, { method, path: shape }: Call, body: object = {}) => {
  const address = shape.replace(/:([a-zA-Z]+)/g, (_, name: string) => path[name] ?? "missing");
  const answer = await client.send(method, address, method === "GET" ? undefined : body);
  const read = z
    .object({ code: z.string().optional() })
    .safeParse(await answer.json().catch(() => null));
  return read.data?.code ?? null;
};
const proveAt = (at: Date) =>
  world.db.asSystem("a proof for a test", (tx) =>
    tx.run(sql`UPDATE session SET reauth_at = ${at}`),
  );

test.each(guarded.map((call) => [call.id, call] as const))("%s", async (_, call) => {
  const { client } = call.access.kind === "staff" ? admin : owner;
  await proveAt(new Date(world.clock.now().getTime() - quarterMs - 1));
  expect(await ask(client, call)).toBe("confirmation_required");
  await proveAt(new Date(world.clock.now().getTime() - quarterMs));
  // The request is not a good one, so that nothing is done: only the proof is looked at here.
  if (call.body !== undefined)
    expect(await ask(client, call, { "not a field": true })).not.toBe("confirmation_required");
});

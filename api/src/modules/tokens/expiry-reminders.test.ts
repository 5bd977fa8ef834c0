import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { enqueue } from "../../core/jobs/jobs.ts";
import {
  createMember,
  createUser,
  createWorkspace,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { tokenReminder } from "./expiry-reminders.ts";

const dayMs = 86_400_000;
let world: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  world = await startTestEnvironment();
  owner = await createUser(world, "owner@northwind.test");
});
afterAll(() => world.stop());

let made = 0;
async function fresh() {
  made += 1;
  const workspace = await createWorkspace(world, owner, `reminded-${made}-ws`);
  const administrator = await createMember(world, workspace, "administrator");
  const path = { workspace: workspace.handle };
  const create = async (user: TestUser, expiresInDays: number) =>
    (
      await (
        await signIn(world, user.id)
      ).call(api.tokens.create, {
        path,
        body: { name: "nightly", scopes: ["project.view"], expiresInDays },
      })
    ).data.token;
  /** Who was told since the last time this was asked. */
  const told = async () => {
    await world.runDueJobs();
    const mails = world.mail.messages().filter(({ text }) => text.includes(workspace.handle));
    const since = mails.slice(seen);
    seen = mails.length;
    return since.flatMap(({ to }) => to).sort();
  };
  let seen = 0;
  return { workspace, administrator, path, create, told };
}

test("maker and owner are told two weeks and one day before, once each, and of one's own once", async () => {
  const { administrator, create, told, workspace } = await fresh();
  const token = await create(administrator, 30);
  world.clock.advance(16 * dayMs - 1000);
  expect(await told()).toEqual([]);
  world.clock.advance(1000);
  expect(await told()).toEqual([administrator.email, owner.email].sort());
  const [mail] = world.mail.messages().slice(-1);
  expect(mail?.text).toContain("nightly");
  expect(mail?.links[0]).toBe(
    `http://console.boreal.test/${workspace.handle}/settings/access-tokens/${token.id}`,
  );
  // As a worker does that died before it could say that it was done.
  await world.db.withSystemRole("a job comes twice", (tx) =>
    enqueue(tx, world.clock.now(), tokenReminder, { tokenId: token.id, days: 14 }),
  );
  expect(await told()).toEqual([]);
  world.clock.advance(13 * dayMs);
  expect(await told()).toEqual([administrator.email, owner.email].sort());
  await create(owner, 15);
  world.clock.advance(dayMs);
  expect(await told()).toEqual([owner.email]);
});

test("nobody is told of one that was rotated or revoked, or lives shorter than that", async () => {
  const { create, told, path } = await fresh();
  const rotated = await create(owner, 15);
  const revoked = await create(owner, 15);
  await create(owner, 1);
  const at = { ...path, token: rotated.id };
  const client = await signIn(world, owner.id);
  const next = await client.call(api.tokens.rotate, {
    path: at,
    body: { overlapHours: 168 },
  });
  await owner.client.call(api.tokens.remove, { path: { ...path, token: revoked.id } });
  await owner.client.call(api.tokens.remove, { path: { ...path, token: next.data.token.id } });
  world.clock.advance(20 * dayMs);
  expect(await told()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { enqueue } from "../../core/jobs/jobs.ts";
import {
  createMember,
  createNewWorkspace,
  createUser,
  type TestUser,
  signIn,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { tokenReminder } from "./expiry-reminders.ts";

const dayMs = 86_400_000;
let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
});
afterAll(() => env.stop());

async function fresh() {
  const { workspace, path } = await createNewWorkspace(env, owner, "reminded");
  const administrator = await createMember(env, workspace, "administrator");
  const create = async (user: TestUser, expiresInDays: number) =>
    (
      await (
        await signIn(env, user.id)
      ).call(api.tokens.create, {
        path,
        body: { name: "nightly", scopes: ["project.view"], expiresInDays },
      })
    ).data.token;
  /** Recipients since the last call. */
  const newRecipients = async () => {
    await env.runDueJobs();
    const mails = env.mail.messages().filter(({ text }) => text.includes(workspace.handle));
    const since = mails.slice(seen);
    seen = mails.length;
    return since.flatMap(({ to }) => to).sort();
  };
  let seen = 0;
  return { workspace, administrator, path, create, newRecipients };
}

test("creator and owner are notified two weeks and one day before, once each; an owner's own token once", async () => {
  const { administrator, create, newRecipients, workspace } = await fresh();
  const token = await create(administrator, 30);
  env.clock.advance(16 * dayMs - 1000);
  expect(await newRecipients()).toEqual([]);
  env.clock.advance(1000);
  expect(await newRecipients()).toEqual([administrator.email, owner.email].sort());
  const [mail] = env.mail.messages().slice(-1);
  expect(mail?.text).toContain("nightly");
  expect(mail?.links[0]).toBe(
    `http://console.boreal.test/${workspace.handle}/settings/access-tokens/${token.id}`,
  );
  // As a worker does that died before it could say that it was done.
  await env.db.withSystemRole("a test repeats a job", (tx) =>
    enqueue(tx, env.clock.now(), tokenReminder, { tokenId: token.id, days: 14 }),
  );
  expect(await newRecipients()).toEqual([]);
  env.clock.advance(13 * dayMs);
  expect(await newRecipients()).toEqual([administrator.email, owner.email].sort());
  await create(owner, 15);
  env.clock.advance(dayMs);
  expect(await newRecipients()).toEqual([owner.email]);
});

test("no notification for a token that is rotated, revoked or shorter-lived", async () => {
  const { create, newRecipients, path } = await fresh();
  const rotated = await create(owner, 15);
  const revoked = await create(owner, 15);
  await create(owner, 1);
  const at = { ...path, token: rotated.id };
  const client = await signIn(env, owner.id);
  const next = await client.call(api.tokens.rotate, {
    path: at,
    body: { overlapHours: 168 },
  });
  await owner.client.call(api.tokens.remove, { path: { ...path, token: revoked.id } });
  await owner.client.call(api.tokens.remove, { path: { ...path, token: next.data.token.id } });
  env.clock.advance(20 * dayMs);
  expect(await newRecipients()).toEqual([]);
});

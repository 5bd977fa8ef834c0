/** `boreal webhooks` against a running server. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixture } from "../../../api/src/testing/fixtures/webhook-endpoints.ts";
import {
  startTestEnvironment,
  type TestEnvironment,
} from "../../../api/src/testing/test-environment.ts";
import { createTokenClient } from "../../../api/src/testing/token-clients.ts";
import { createUser, createWorkspace } from "../../../api/src/testing/users.ts";
import { Shell } from "../testing/shell.ts";

/** Of the endpoint that the fixture inserts. */
const name = "Test";

let env: TestEnvironment;
let shell: Shell;
let id: string;
let variables: Record<string, string>;
beforeAll(async () => {
  env = await startTestEnvironment();
  const owner = await createUser(env, "ann@acme.test");
  const workspace = await createWorkspace(env, owner, "acme");
  id = await fixture.insert(env, workspace, owner);
  const { secret } = await createTokenClient(env, owner, workspace, {
    scopes: ["webhook.view", "webhook.manage"],
  });
  variables = { BOREAL_URL: env.url, BOREAL_TOKEN: secret };
  shell = new Shell();
});
afterAll(async () => {
  shell[Symbol.dispose]();
  await env.stop();
});

const run = (...args: string[]) => shell.run(["webhooks", ...args], { env: variables });

test("lists webhooks with what they receive", async () => {
  const shown = await run("list");
  expect(shown).toMatchObject({ code: 0, err: "" });
  expect(shown.out).toMatch(/^NAME +URL +STATUS +EVENTS +ID\n/);
  expect(shown.out).toContain(id);
});

test("sends a test event by name or id, and lists it with the deliveries", async () => {
  expect((await run("deliveries", name)).err).toContain("No deliveries");
  for (const webhook of [name, id]) {
    const sent = await run("test", webhook);
    expect(sent).toMatchObject({ code: 0, err: "" });
    expect(sent.out).toContain(`Test event for ${name} is on its way`);
  }
  const listed = await run("deliveries", name, "--type", "webhook.test");
  expect(listed.out).toMatch(
    /^TIME +TYPE +STATUS +ATTEMPTS +RESPONSE +ID\n.*webhook\.test +pending/,
  );
  expect((await run("deliveries", name, "--status", "lost")).code).not.toBe(0);
  const missing = await run("test", "nothing");
  expect(missing).toMatchObject({ code: 5 });
  expect(missing.err).toContain('No webhook "nothing" found');
});

test("deletes a webhook after its name was typed, or with --yes", async () => {
  expect((await run("delete", name)).code).toBe(2);
  const mistyped = await shell.run(["webhooks", "delete", name], {
    env: variables,
    answers: ["another"],
  });
  expect(mistyped.code).toBe(1);
  expect((await run("delete", name, "--yes")).out).toBe(`${name} deleted\n`);
  expect((await run("list")).err).toContain("No webhooks");
});

test("creating one is refused with the place where it is done", async () => {
  const shown = await run("create");
  expect(shown.code).toBe(4);
  expect(shown.err).toContain("Use the console instead");
});

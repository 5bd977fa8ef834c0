/** N01: a key's comment may contain any character and reaches the instance unchanged. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../../core/db/db.ts";
import { createCredential, orderInstance, getInstance } from "../../testing/order-instances.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@north.test");
  workspace = await createWorkspace(env, owner, "north");
});
afterAll(() => env.stop());

test.for([
  ["umlauts", "jörg@büro"],
  ["apostrophe", "Anna’s MacBook"],
  ["kanji", "山田のPC"],
  ["no-break-space", "my\u00a0laptop"],
  ["emoji", "🦊@den"],
  ["line-separator", "one\u2028two"],
] as const)(
  "an order with a key whose comment has %s becomes active, with the key",
  async ([hostname, comment]) => {
    const credentialId = await createCredential(env, workspace, owner, hostname);
    const { key } = await env.db.withSystemRole("a comment for a test", (tx) =>
      tx.one<{ key: string }>(sql`
      UPDATE credential SET comment = ${comment}, public_key = split_part(public_key, ' ', 1) || ' ' || split_part(public_key, ' ', 2) || ' ' || ${comment}
       WHERE id = ${credentialId} RETURNING public_key AS key`),
    );
    const { id } = await orderInstance(owner.client, {
      workspace,
      credentialId,
      hostname: [hostname],
    });
    await env.advanceTime(60);
    expect((await getInstance(owner.client, workspace, id)).status).toBe("active");
    const server = env.emulator.world().servers.find(({ name }) => name === hostname);
    const text = Buffer.from(server?.userData ?? "", "base64").toString("utf8");
    // Only ASCII, in a YAML string with JSON's escapes, and \U for characters beyond 16 bits.
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    const line = text.split("\n").find((one) => one.startsWith("  - ")) ?? "";
    const json = line
      .slice("  - ".length)
      .replace(/\\U([0-9a-f]{8})/g, (_, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    expect(JSON.parse(json)).toBe(key);
  },
);

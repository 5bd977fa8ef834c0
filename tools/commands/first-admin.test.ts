import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase } from "#api/testing/test-database.ts";
import { root } from "../lib/run-command.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the command prints the link, and why it refuses", { timeout: 60_000 }, async () => {
  const run = (...more: string[]) =>
    promisify(execFile)(
      process.execPath,
      ["tools/commands/first-admin.ts", "--first-name", "Robin", "--last-name", "Berg", ...more],
      {
        cwd: root,
        env: {
          ...process.env,
          DATABASE_URL: database.url,
          PUBLIC_URL: "https://console.boreal.test",
        },
      },
    );
  await expect(run()).rejects.toThrow("Missing or invalid: email");
  await expect(run("--email", "no address")).rejects.toThrow("Missing or invalid: email");
  const { stdout } = await run("--email", "robin@boreal.test");
  expect(stdout).toContain("robin@boreal.test is an Admin now.");
  expect(stdout).toMatch(/https:\/\/console\.boreal\.test\/auth\/reset\/\S+/);
  await expect(run("--email", "other@boreal.test")).rejects.toThrow("has an Admin already");
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { sql } from "../../core/db/db.ts";
import { validPassword } from "../../testing/accounts.ts";
import { createUser, type TestUser } from "../../testing/users.ts";
import { bindAsRegistered } from "../../testing/accounts.ts";
import type { TestClient } from "../../testing/client.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { type ActionPurpose, issueActionToken } from "./action-tokens.ts";

let env: TestEnvironment;
beforeAll(async () => {
  env = await startTestEnvironment();
});
afterAll(() => env.stop());

let userCount = 0;
/** Of the newest user: a signed-in browser, and the one that registered the account. */
let browser: TestClient;
async function someone(purpose: ActionPurpose): Promise<TestUser> {
  userCount += 1;
  const user = await createUser(env, `link-${userCount}@example.org`);
  browser = user.client;
  bindAsRegistered(env, browser, user.id);
  if (purpose === "verify_email")
    await asSystem((tx) =>
      tx.execute(sql`UPDATE user_account SET status = 'unverified' WHERE id = ${user.id}`),
    );
  return user;
}
const asSystem: <T>(
  work: Parameters<typeof env.db.withSystemRole<T>>[1],
) => ReturnType<typeof env.db.withSystemRole<T>> = (work) => env.db.withSystemRole("a test", work);

const issue = (purpose: ActionPurpose, userId: string) =>
  asSystem((tx) =>
    issueActionToken(tx, purpose, {
      userId,
      now: env.clock.now(),
      payload: { email: `new-${userCount}@example.org` },
    }),
  );

const newPassword = "eleven slow kettles at noon";
const Code = z.object({ code: z.string() });

/** The endpoint of each kind of link, as the console calls it when the button is clicked. */
const links = {
  verify_email: { method: "GET", path: "/auth/verify-email/", lifeHours: 24, body: undefined },
  change_email: { method: "GET", path: "/auth/verify-email/", lifeHours: 1, body: undefined },
  reset_password: {
    method: "POST",
    path: "/auth/reset/",
    lifeHours: 1,
    body: { password: newPassword },
  },
  freeze: { method: "GET", path: "/auth/freeze/", lifeHours: 7 * 24, body: undefined },
} as const;
type Purpose = keyof typeof links;
const purposes = ["verify_email", "change_email", "reset_password", "freeze"] as const;

async function use(purpose: Purpose, token: string) {
  const { method, path, body } = links[purpose];
  const response = await browser.send(method, path + token, body);
  const text = await response.text();
  return response.status < 300 ? "ok" : `${response.status} ${Code.parse(JSON.parse(text)).code}`;
}
const executed = "400 token_action_executed";
const expired = "400 token_action_expired";
const stored = (userId: string) =>
  asSystem((tx) =>
    tx.one<object>(
      sql`SELECT u.status, u.email, u.credential_version, (SELECT count(*) FROM action_token t WHERE t.user_id = u.id AND t.consumed_at IS NOT NULL) AS consumed
            FROM user_account u WHERE u.id = ${userId}`,
    ),
  );

describe.each(purposes)("a link to %s", (purpose) => {
  test("works once and reports a second use", async () => {
    const { id } = await someone(purpose);
    const token = await issue(purpose, id);
    expect(await use(purpose, token)).toBe("ok");
    expect(await use(purpose, token)).toBe(executed);
    env.clock.advance(8 * 24 * 3_600_000);
    expect(await use(purpose, token)).toBe(executed);
  });

  test("works until it expires", async () => {
    const { id } = await someone(purpose);
    const late = await issue(purpose, id);
    env.clock.advance(links[purpose].lifeHours * 3_600_000);
    const before = await stored(id);
    expect(await use(purpose, late)).toBe(expired);
    expect(await stored(id)).toEqual(before);
    const inTime = await issue(purpose, id);
    env.clock.advance(links[purpose].lifeHours * 3_600_000 - 1_000);
    expect(await use(purpose, inTime)).toBe("ok");
  });

  test("has no effect as a link of another kind, truncated or made up", async () => {
    const { id } = await someone(purpose);
    const token = await issue(purpose, id);
    const before = await stored(id);
    const path = links[purpose].path;
    for (const other of purposes.filter((one) => links[one].path !== path))
      expect(await use(other, token)).toBe(expired);
    for (const wrong of [token.slice(0, -1), `${token}x`, token.toUpperCase(), "x".repeat(43)])
      expect(await use(purpose, wrong)).toBe(expired);
    expect(await use(purpose, "%00")).toBe("400 bad_request");
    expect(await stored(id)).toEqual(before);
    expect(await use(purpose, token)).toBe("ok");
  });

  test("of 40 concurrent uses one takes effect", { timeout: 60_000 }, async () => {
    const { id } = await someone(purpose);
    const token = await issue(purpose, id);
    const responses = await Promise.all(
      Array.from({ length: purpose === "reset_password" ? 12 : 40 }, () => use(purpose, token)),
    );
    expect(responses.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(new Set(responses)).toEqual(new Set(["ok", executed]));
  });

  test("is not consumed by link scanners", async () => {
    const { id } = await someone(purpose);
    const token = await issue(purpose, id);
    const before = await stored(id);
    const { method, path } = links[purpose];
    // For requests with a body, browsers only report whether they are same-site.
    const contexts = [
      { "sec-fetch-site": "cross-site" },
      ...(method === "GET"
        ? [{ "sec-fetch-mode": "navigate" }, { "sec-purpose": "prefetch" }]
        : []),
    ];
    for (const headers of contexts) {
      const body = links[purpose].body;
      const response = await env.app.inject({
        method,
        url: path + token,
        headers,
        ...(body === undefined ? {} : { payload: body }),
      });
      // The freeze page has the same URL: a navigation gets the page.
      const isPage = path === "/auth/freeze/" && "sec-fetch-mode" in headers;
      if (!isPage)
        expect([response.statusCode, response.json()]).toMatchObject([
          400,
          { code: "request_context_not_allowed" },
        ]);
    }
    await env.createClient().send("HEAD", path + token);
    if (method === "POST") await env.createClient().send("GET", path + token);
    expect(await stored(id)).toEqual(before);
    expect(await use(purpose, token)).toBe("ok");
  });
});

test.each(["verify_email", "change_email", "reset_password"] as const)(
  "a newer link to %s replaces the previous one",
  async (purpose) => {
    const { id } = await someone(purpose);
    const older = await issue(purpose, id);
    const newer = await issue(purpose, id);
    expect(await use(purpose, older)).toBe(expired);
    expect(await use(purpose, newer)).toBe("ok");
  },
);

test("a rejected password does not consume the link", async () => {
  const passwordHash = await env.passwords.hash(validPassword);
  const user = await createUser(env, "picky@example.org", { passwordHash });
  const token = await issue("reset_password", user.id);
  const send = async (body: object) => {
    const response = await env.createClient().send("POST", `/auth/reset/${token}`, body);
    return `${response.status} ${Code.parse(await response.json()).code}`;
  };
  expect(await send({})).toBe("400 missing_password_field");
  expect(await send({ password: "" })).toBe("400 missing_password_field");
  for (const password of ["too short", "password1234", validPassword])
    expect(await send({ password })).toBe("400 registration_invalid_password");
  expect(await use("reset_password", token)).toBe("ok");
});

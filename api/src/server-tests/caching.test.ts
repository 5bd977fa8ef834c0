/** T39: no shared cache stores a response about one user and serves it to another. */
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { TestClient } from "../testing/client.ts";
import { createUser, createWorkspace, type TestUser } from "../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../testing/test-environment.ts";
import { sql } from "../core/db/db.ts";
import { uuidv7 } from "../core/lib/crypto.ts";

let env: TestEnvironment;
let ada: TestUser;
let ben: TestUser;
let proxy: Server;
let proxyUrl: string;
const kept = new Map<string, { headers: Headers; body: Buffer; status: number }>();

beforeAll(async () => {
  env = await startTestEnvironment();
  ada = await createUser(env, "ada@northwind.test");
  ben = await createUser(env, "ben@southwind.test");
  await createWorkspace(env, ada, "northwind");
  await createWorkspace(env, ben, "southwind");
  proxy = createServer((request, response) => {
    const key = `${request.method} ${request.url}`;
    const hit = kept.get(key);
    const respond = async () => {
      if (hit !== undefined) return hit;
      const upstream = await fetch(`${env.url}${request.url}`, {
        method: request.method ?? "GET",
        headers: { accept: "application/json", cookie: request.headers.cookie ?? "" },
      });
      const body = Buffer.from(await upstream.arrayBuffer());
      const fresh = { headers: upstream.headers, body, status: upstream.status };
      // As permissive as a shared cache may be: stores whatever is not forbidden and ignores Vary.
      if (!/no-store|private/.test(upstream.headers.get("cache-control") ?? ""))
        kept.set(key, fresh);
      return fresh;
    };
    respond().then(
      ({ headers, body, status }) => {
        response.writeHead(status, { "content-type": headers.get("content-type") ?? "text/plain" });
        response.end(body);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  proxyUrl = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(async () => {
  proxy.close();
  await env.stop();
});

/** The same browser, behind the cache. */
function behindCache(user: TestUser): TestClient {
  const client = new TestClient(proxyUrl);
  for (const [name, value] of user.client.cookies) client.cookies.set(name, value);
  return client;
}

test("C26: two users behind one cache each get their own data", async () => {
  for (const endpoint of [api.auth.self, api.workspaces.list, api.account.view, api.activity.own]) {
    const [first, second] = [
      (await behindCache(ada).call(endpoint, {})).json,
      (await behindCache(ben).call(endpoint, {})).json,
    ];
    expect(JSON.stringify(second)).not.toMatch(/ada|northwind/);
    expect(second).toEqual((await ben.client.call(endpoint, {})).json);
    expect(first).toEqual((await ada.client.call(endpoint, {})).json);
  }
  expect((await behindCache(ben).send("GET", "/api/v1/workspaces/northwind")).status).toBe(403);
  expect((await new TestClient(proxyUrl).send("GET", "/auth/self")).status).toBe(401);
  expect([...kept.keys()]).toEqual([]);
});

test("an avatar is cached by the browser and by no shared cache", async () => {
  const now = env.clock.now();
  const id = uuidv7(now);
  await env.db.withSystemRole("an avatar for a test", async (tx) => {
    await tx.execute(
      sql`INSERT INTO avatar (id, user_id, image, created_at) VALUES (${id}, ${ada.id}, 'a picture', ${now})`,
    );
    await tx.execute(sql`UPDATE user_account SET avatar_id = ${id} WHERE id = ${ada.id}`);
  });
  const path = `/api/v1/avatars/${id}`;
  const response = await behindCache(ada).send("GET", path);
  expect(await response.text()).toBe("a picture");
  expect(kept.size).toBe(0);
  expect((await new TestClient(proxyUrl).send("GET", path)).status).toBe(401);
  const direct = await ada.client.send("GET", path);
  expect(direct.headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
  expect(direct.headers.get("vary")).toMatch(/Origin.*Cookie.*Authorization/);
});

test("every endpoint forbids caching and sends the headers its response varies by", async () => {
  const wrong: string[] = [];
  for (const endpoint of allEndpoints.filter(
    (one) => one.stream !== true && !one.id.startsWith("demo."),
  )) {
    const path = endpoint.path
      .replaceAll(":workspace", "northwind")
      .replace(/:[a-zA-Z]+/g, "01890000-0000-7000-8000-000000000000");
    const body = endpoint.body === undefined ? undefined : {};
    for (const client of [ada.client, env.createClient()]) {
      const { headers, status } = await client.send(endpoint.method, path, body);
      const cachingHeaders = [
        headers.get("cache-control"),
        /Origin.*Cookie.*Authorization/.test(headers.get("vary") ?? ""),
      ];
      if (cachingHeaders[0] !== "no-store" || cachingHeaders[1] !== true)
        wrong.push(`${endpoint.id} ${status}: ${cachingHeaders.join(", ")}`);
    }
  }
  expect(wrong).toEqual([]);
});

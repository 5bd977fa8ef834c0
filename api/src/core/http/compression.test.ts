/** Which responses are compressed, and how. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { insertInstance } from "../../testing/instances.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";
import { createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { acceptedEncoding, isCompressible } from "./compression.ts";

const list = "/api/v1/workspaces/northwind/instances?perPage=15";

let env: TestEnvironment;
let owner: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  const workspace = await createWorkspace(env, owner, "northwind");
  for (let at = 0; at < 15; at++)
    await insertInstance(env, workspace, owner, { hostname: `batch-${at}` });
});
afterAll(() => env.stop());

const get = (url: string, encoding: string) =>
  env.app.inject({
    method: "GET",
    url,
    headers: {
      cookie: [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...(encoding === "" ? {} : { "accept-encoding": encoding }),
    },
  });

test("a list is sent in the encoding that the client accepts, with the same content", async () => {
  const plain = await get(list, "");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const brotli = await get(list, "gzip, deflate, br, zstd");
  const gzip = await get(list, "gzip");
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
  for (const { headers } of [plain, brotli, gzip])
    expect(headers.vary).toContain("Accept-Encoding");
});

test("short responses, problems and unknown encodings stay as they are", async () => {
  expect(
    (await get("/api/v1/workspaces/northwind/projects", "br")).headers["content-encoding"],
  ).toBe(undefined);
  expect(
    (await get("/api/v1/workspaces/nowhere/instances", "br")).headers["content-encoding"],
  ).toBe(undefined);
  expect((await get(list, "zstd, identity")).headers["content-encoding"]).toBe(undefined);
});

test("responses with a secret are never compressed", async () => {
  const self = await get("/auth/self", "br");
  expect([self.statusCode, self.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(self.rawPayload.length).toBeGreaterThan(1_000);
  const compressed = allEndpoints.filter(isCompressible).map(({ id }) => id);
  expect(compressed.filter((id) => /^(?:auth|account)\.|create|reset/.test(id))).toEqual([]);
  expect(compressed).toContain(api.instances.list.id);
});

test("the best accepted encoding is chosen; a quality of zero rejects one", () => {
  const cases: [header: string | undefined, encoding: string | null][] = [
    [undefined, null],
    ["", null],
    ["gzip", "gzip"],
    ["gzip, br", "br"],
    ["BR;q=0.5, GZIP;q=1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br; q=0.0", null],
    ["*", null],
  ];
  for (const [header, encoding] of cases)
    expect([header, acceptedEncoding(header)]).toEqual([header, encoding]);
});

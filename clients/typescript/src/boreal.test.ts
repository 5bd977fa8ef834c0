import { inspect } from "node:util";
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal, BorealError, type Project, type Retry } from "./boreal.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";
const path = { workspace: "acme" };
const body = { name: "x" };
const busy = { status: 503, json: { code: "unavailable", message: "Starting", requestId: "r" } };
const project = { id: "1", name: "x" };

/** A client that records its waits instead of sleeping. */
function client(url: string, options: Partial<ConstructorParameters<typeof Boreal>[0]> = {}) {
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { boreal: new Boreal({ url, token, sleep, random: () => 1, ...options }), waits };
}

const failure = async (request: Promise<unknown>): Promise<BorealError> => {
  const thrown = await request.then(
    () => new Error("The request succeeded"),
    (error: unknown) => error,
  );
  if (!(thrown instanceof BorealError)) throw thrown;
  return thrown;
};

test("sends token, query and body to the endpoint's URL and returns the response", async () => {
  await using server = await scriptedServer([{ json: project }]);
  const { boreal } = client(`${server.url}/sub/`);
  expect(await boreal.projects.create({ path: { workspace: "a b/c" }, body })).toEqual(project);
  await boreal.projects.list({
    path,
    query: { page: 2, search: "a&b", orderBy: undefined },
  });
  const [created, listed] = server.requests;
  expect(created).toMatchObject({
    method: "POST",
    path: "/sub/api/v1/workspaces/a%20b%2Fc/projects",
    body: '{"name":"x"}',
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  expect(listed).toMatchObject({
    method: "GET",
    path: "/sub/api/v1/workspaces/acme/projects?page=2&search=a%26b",
    body: "",
  });
  expect(listed?.headers["content-type"]).toBeUndefined();
});

test.each(["", ".", ".."])(
  "rejects %j as a path parameter, because the path would be another endpoint's",
  async (one) => {
    await using server = await scriptedServer([{}]);
    const { boreal } = client(server.url);
    const error = await failure(
      boreal.projects.view({ path: { workspace: "acme", project: one } }),
    );
    expect(error).toMatchObject({ code: "bad_input", status: 0 });
    expect(server.requests).toEqual([]);
  },
);

test("retries a creating request with the same idempotency key", async () => {
  const broken = { breaks: true } as const;
  const inProgress = {
    status: 409,
    headers: { "retry-after": "1" },
    json: { code: "request_in_progress", message: "Still", requestId: "r" },
  };
  await using server = await scriptedServer([
    broken,
    inProgress,
    { status: 502, text: "<h1>" },
    { status: 201, json: project },
  ]);
  const { boreal, waits } = client(server.url);
  expect(await boreal.projects.create({ path, body })).toEqual(project);
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(waits).toEqual([500, 1_000, 2_000]);
  await boreal.projects.create({ path, body });
  expect(server.requests.at(-1)?.headers["idempotency-key"]).not.toBe(keys[0]);
  await boreal.projects.create({ path, body }, { idempotencyKey: "own-idempotency-key" });
  expect(server.requests.at(-1)?.headers["idempotency-key"]).toBe("own-idempotency-key");
});

test.each([
  [
    "reboot",
    (boreal: Boreal) =>
      boreal.instances.reset({ path: { ...path, instance: "1" }, body: { action: "reboot" } }),
  ],
  [
    "termination",
    (boreal: Boreal) => boreal.instances.terminate({ path: { ...path, instance: "1" } }),
  ],
])("retries a %s that may have been executed with one idempotency key", async (_, send) => {
  await using server = await scriptedServer([{ breaks: true }, busy, { json: { id: "1" } }]);
  await send(client(server.url).boreal);
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test.each([
  [
    "a change",
    (boreal: Boreal) => boreal.projects.update({ path: { ...path, project: "1" }, body }),
  ],
  [
    "a deletion",
    (boreal: Boreal) => boreal.projects.remove({ path: { ...path, project: "1" }, query: {} }),
  ],
])("does not retry %s that may have been executed; retries it after 429", async (_, send) => {
  for (const unclear of [{ breaks: true } as const, busy]) {
    await using server = await scriptedServer([unclear]);
    expect([0, 503]).toContain((await failure(send(client(server.url).boreal))).status);
    expect(server.requests).toHaveLength(1);
  }
  const tooMany = {
    status: 429,
    headers: { "retry-after": "30" },
    json: {
      code: "too_many_requests",
      message: "Too many requests",
      requestId: "r",
      seconds: 30,
    },
  };
  await using server = await scriptedServer([tooMany, { json: { id: "1" } }]);
  const { boreal, waits } = client(server.url);
  await send(boreal);
  expect([server.requests.length, waits]).toEqual([2, [30_000]]);
});

test("retries reads a limited number of times and calls onRetry before each", async () => {
  await using server = await scriptedServer([busy]);
  const retries: Retry[] = [];
  const { boreal, waits } = client(server.url, {
    retries: 2,
    onRetry: (retry) => retries.push(retry),
  });
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 503, code: "unavailable", requestId: "r" });
  expect([server.requests.length, waits]).toEqual([3, [500, 1_000]]);
  expect(retries.map(({ call, attempt, waitMs }) => [call, attempt, waitMs])).toEqual([
    ["projects.list", 1, 500],
    ["projects.list", 2, 1_000],
  ]);
});

test("does not retry if the requested wait exceeds the limit", async () => {
  await using server = await scriptedServer([{ status: 429, headers: { "retry-after": "61" } }]);
  const { boreal, waits } = client(server.url);
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 429, code: "http_429", retryAfterSeconds: 61 });
  expect([server.requests.length, waits]).toEqual([1, []]);
});

test.each([400, 401, 403, 404, 422, 423, 500])("does not retry after status %i", async (status) => {
  await using server = await scriptedServer([{ status }]);
  expect((await failure(client(server.url).boreal.projects.list({ path }))).status).toBe(status);
  expect(server.requests).toHaveLength(1);
});

test("reports a timeout", async () => {
  await using server = await scriptedServer([{ hangs: true }]);
  const { boreal } = client(server.url, { timeoutMs: 20, retries: 0 });
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ code: "timeout", status: 0 });
  expect(error.message).toContain("within 0.02 seconds");
});

test("an aborted request rejects with the abort reason, during an attempt and between attempts", async () => {
  await using server = await scriptedServer([{ hangs: true }]);
  const reason = new Error("Enough");
  const aborted = AbortSignal.abort(reason);
  const { boreal } = client(server.url);
  await expect(boreal.projects.list({ path }, { signal: aborted })).rejects.toBe(reason);
  await using second = await scriptedServer([busy]);
  const controller = new AbortController();
  const waiting = new Boreal({
    url: second.url,
    token,
    // Uses the real sleep and aborts it immediately.
    onRetry: () => setImmediate(() => controller.abort(reason)),
  });
  const { signal } = controller;
  await expect(waiting.projects.list({ path }, { signal })).rejects.toBe(reason);
  expect(second.requests).toHaveLength(1);
});

test("each continues with the cursor of the previous page and the same query", async () => {
  const page = (ids: string[], number: number, next: string | null) => ({
    json: { data: ids.map((id) => ({ id })), meta: { page: number, next } },
  });
  await using server = await scriptedServer([
    page(["1", "2"], 1, "c1"),
    page(["3"], 2, "c2"),
    page([], 3, null),
  ]);
  const { boreal } = client(server.url);
  const ids: Project["id"][] = [];
  for await (const { id } of boreal.each(boreal.projects.list, { path, query: { search: "a" } }))
    ids.push(id);
  expect(ids).toEqual(["1", "2", "3"]);
  const queries = server.requests.map((one) => one.path.replace(/^[^?]*/, ""));
  expect(queries).toEqual(["?search=a", "?search=a&page=2&after=c1", "?search=a&page=3&after=c2"]);
});

test("errors and inspections never contain the token", async () => {
  await using server = await scriptedServer([{ breaks: true }]);
  const { boreal } = client(server.url, { retries: 0 });
  const error = await failure(boreal.projects.list({ path }));
  expect(error.message).toContain(server.url);
  for (const object of [error, boreal])
    expect(inspect(object, { depth: 9, showHidden: true })).not.toContain(token);
  expect(JSON.stringify(boreal)).not.toContain(token);
  for (const wrong of [`${token}\n${token}`, `${token}é`, "", " "]) {
    const create = () => new Boreal({ url: server.url, token: wrong });
    expect(create).toThrow("The access token is empty or contains invalid characters");
  }
});

test.each([
  "",
  "console.example.com",
  "ftp://console.example.com",
  "https://me:secret@example.com",
])("rejects %j as a URL without repeating it", (url) => {
  expect(() => new Boreal({ url, token })).toThrow(BorealError);
  expect(() => new Boreal({ url, token })).not.toThrow("secret");
});

test("does not follow redirects, so that the token is not sent to another server", async () => {
  await using other = await scriptedServer([{ json: project }]);
  await using server = await scriptedServer([{ status: 302, headers: { location: other.url } }]);
  const error = await failure(client(server.url, { retries: 0 }).boreal.projects.list({ path }));
  expect(error.code).toBe("network_error");
  expect(other.requests).toEqual([]);
});

test("reports a page that is not Boreal's", async () => {
  await using server = await scriptedServer([{ text: "<h1>Welcome to the hotel</h1>" }]);
  const error = await failure(client(server.url).boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 200, code: "unexpected_answer" });
});

test("returns null for 204 and sends no authorization header without a token", async () => {
  await using server = await scriptedServer([{ status: 204, text: "" }]);
  const boreal = new Boreal({ url: server.url });
  expect(await boreal.system.health()).toBeNull();
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

test("a 422 error has the problems of each field", async () => {
  const errors = { name: [{ code: "required", message: "Field is required" }], odd: "?" };
  await using server = await scriptedServer([{ status: 422, json: { errors, requestId: "r7" } }]);
  const error = await failure(client(server.url).boreal.projects.create({ path, body }));
  expect(error).toMatchObject({
    status: 422,
    code: "validation_failed",
    requestId: "r7",
    fields: { name: errors.name, odd: [] },
    message: "Some fields have invalid values: name, odd",
  });
});

test("an error has its reason and parameters; values of another shape are left out", async () => {
  const params = { instances: 3, names: ["web-1"], later: { nested: true }, none: null };
  const json = { code: "action_not_possible", message: "No", reason: "project_not_empty", params };
  await using server = await scriptedServer([
    { status: 409, json },
    {
      status: 422,
      json: { errors: { name: [{ code: "too_big", message: "Long", params: { maximum: 64 } }] } },
    },
    { status: 409, json: { code: "price_changed", message: "No" } },
  ]);
  const create = () => failure(client(server.url).boreal.projects.create({ path, body }));
  expect(await create()).toMatchObject({
    reason: "project_not_empty",
    params: { instances: 3, names: ["web-1"] },
  });
  const { fields } = await create();
  expect(fields["name"]?.[0]?.params).toEqual({ maximum: 64 });
  expect(await create()).toMatchObject({ code: "price_changed", reason: null, params: {} });
});

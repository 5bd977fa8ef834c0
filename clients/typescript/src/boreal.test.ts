import { inspect } from "node:util";
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Boreal, BorealError, type Project, type Retry } from "./boreal.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";
const path = { workspace: "acme" };
const body = { name: "x" };
const busy = { status: 503, json: { code: "unavailable", message: "Starting", requestId: "r" } };
const project = { id: "1", name: "x" };

/** A client that waits for nothing and remembers what it would have waited. */
function client(url: string, options: Partial<ConstructorParameters<typeof Boreal>[0]> = {}) {
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { boreal: new Boreal({ url, token, sleep, random: () => 1, ...options }), waits };
}

const failure = async (call: Promise<unknown>): Promise<BorealError> => {
  const thrown = await call.then(
    () => new Error("It went well"),
    (error: unknown) => error,
  );
  if (!(thrown instanceof BorealError)) throw thrown;
  return thrown;
};

test("a call goes to its address with the token, query and body, and gives back the answer", async () => {
  await using server = await scriptedServer([{ json: project }]);
  const { boreal } = client(`${server.url}/sub/`);
  expect(await boreal.projects.create({ path: { workspace: "a b/c" }, body })).toEqual(project);
  await boreal.projects.list({
    path,
    query: { page: 2, search: "a&b", orderBy: undefined },
  });
  const [created, listed] = server.seen;
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
  "a path name of %j would be another call's address: it is not made",
  async (one) => {
    await using server = await scriptedServer([{}]);
    const { boreal } = client(server.url);
    const error = await failure(
      boreal.projects.view({ path: { workspace: "acme", project: one } }),
    );
    expect(error).toMatchObject({ code: "bad_input", status: 0 });
    expect(server.seen).toEqual([]);
  },
);

test("a creating call is made again with the same key until it is answered", async () => {
  const broken = { breaks: true } as const;
  const atWork = {
    status: 409,
    headers: { "retry-after": "1" },
    json: { code: "request_in_progress", message: "Still", requestId: "r" },
  };
  await using server = await scriptedServer([
    broken,
    atWork,
    { status: 502, text: "<h1>" },
    { status: 201, json: project },
  ]);
  const { boreal, waits } = client(server.url);
  expect(await boreal.projects.create({ path, body })).toEqual(project);
  const keys = server.seen.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(waits).toEqual([500, 1_000, 2_000]);
  await boreal.projects.create({ path, body });
  expect(server.seen.at(-1)?.headers["idempotency-key"]).not.toBe(keys[0]);
  await boreal.projects.create({ path, body }, { idempotencyKey: "one-of-my-own-making" });
  expect(server.seen.at(-1)?.headers["idempotency-key"]).toBe("one-of-my-own-making");
});

test.each([
  [
    "a reboot",
    (boreal: Boreal) =>
      boreal.instances.reset({ path: { ...path, instance: "1" }, body: { action: "reboot" } }),
  ],
  [
    "a change",
    (boreal: Boreal) => boreal.projects.update({ path: { ...path, project: "1" }, body }),
  ],
  [
    "a terminate",
    (boreal: Boreal) => boreal.instances.terminate({ path: { ...path, instance: "1" } }),
  ],
])(
  "%s that may have been carried out is not made again; one that was put off is",
  async (_, call) => {
    for (const unclear of [{ breaks: true } as const, busy]) {
      await using server = await scriptedServer([unclear]);
      expect([0, 503]).toContain((await failure(call(client(server.url).boreal))).status);
      expect(server.seen).toHaveLength(1);
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
    await call(boreal);
    expect([server.seen.length, waits]).toEqual([2, [30_000]]);
  },
);

test("reads are made again a bounded number of times, and whoever watches is told before each", async () => {
  await using server = await scriptedServer([busy]);
  const told: Retry[] = [];
  const { boreal, waits } = client(server.url, {
    retries: 2,
    onRetry: (retry) => told.push(retry),
  });
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 503, code: "unavailable", requestId: "r" });
  expect([server.seen.length, waits]).toEqual([3, [500, 1_000]]);
  expect(told.map(({ call, attempt, waitMs }) => [call, attempt, waitMs])).toEqual([
    ["projects.list", 1, 500],
    ["projects.list", 2, 1_000],
  ]);
});

test("a server that asks for more patience than there is gets no second request", async () => {
  await using server = await scriptedServer([{ status: 429, headers: { "retry-after": "61" } }]);
  const { boreal, waits } = client(server.url);
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 429, code: "http_429", retryAfterSeconds: 61 });
  expect([server.seen.length, waits]).toEqual([1, []]);
});

test.each([400, 401, 403, 404, 422, 423, 500])(
  "a %i is an answer: it is not asked again",
  async (status) => {
    await using server = await scriptedServer([{ status }]);
    expect((await failure(client(server.url).boreal.projects.list({ path }))).status).toBe(status);
    expect(server.seen).toHaveLength(1);
  },
);

test("no answer in time is said so", async () => {
  await using server = await scriptedServer([{ hangs: true }]);
  const { boreal } = client(server.url, { timeoutMs: 20, retries: 0 });
  const error = await failure(boreal.projects.list({ path }));
  expect(error).toMatchObject({ code: "timeout", status: 0 });
  expect(error.message).toContain("within 0.02 seconds");
});

test("what is given up ends with the reason it was given up for, on the way and between tries", async () => {
  await using server = await scriptedServer([{ hangs: true }]);
  const reason = new Error("Enough");
  const onTheWay = AbortSignal.abort(reason);
  const { boreal } = client(server.url);
  await expect(boreal.projects.list({ path }, { signal: onTheWay })).rejects.toBe(reason);
  await using second = await scriptedServer([busy]);
  const controller = new AbortController();
  const waiting = new Boreal({
    url: second.url,
    token,
    // It really sleeps, and is woken at once.
    onRetry: () => setImmediate(() => controller.abort(reason)),
  });
  const { signal } = controller;
  await expect(waiting.projects.list({ path }, { signal })).rejects.toBe(reason);
  expect(second.seen).toHaveLength(1);
});

test("each goes on by the cursor of the page before, with what was asked for", async () => {
  const page = (ids: string[], at: number, next: string | null) => ({
    json: { data: ids.map((id) => ({ id })), meta: { page: at, next } },
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
  const asked = server.seen.map((one) => one.path.replace(/^[^?]*/, ""));
  expect(asked).toEqual(["?search=a", "?search=a&page=2&after=c1", "?search=a&page=3&after=c2"]);
});

test("the token is in no error and no inspection, whatever goes wrong", async () => {
  await using server = await scriptedServer([{ breaks: true }]);
  const { boreal } = client(server.url, { retries: 0 });
  const error = await failure(boreal.projects.list({ path }));
  expect(error.message).toContain(server.url);
  for (const shown of [error, boreal])
    expect(inspect(shown, { depth: 9, showHidden: true })).not.toContain(token);
  expect(JSON.stringify(boreal)).not.toContain(token);
  for (const wrong of [`${token}\n${token}`, `${token}é`, "", " "]) {
    const make = () => new Boreal({ url: server.url, token: wrong });
    expect(make).toThrow("The access token is empty or holds characters no token has");
  }
});

test.each([
  "",
  "console.example.com",
  "ftp://console.example.com",
  "https://me:secret@example.com",
])("%j is no url of Boreal, and is not repeated", (url) => {
  expect(() => new Boreal({ url, token })).toThrow(BorealError);
  expect(() => new Boreal({ url, token })).not.toThrow("secret");
});

test("a redirect is not followed: the token stays where it was meant to go", async () => {
  await using other = await scriptedServer([{ json: project }]);
  await using server = await scriptedServer([{ status: 302, headers: { location: other.url } }]);
  const error = await failure(client(server.url, { retries: 0 }).boreal.projects.list({ path }));
  expect(error.code).toBe("network_error");
  expect(other.seen).toEqual([]);
});

test("a page that is not Boreal's is told apart from an answer", async () => {
  await using server = await scriptedServer([{ text: "<h1>Welcome to the hotel</h1>" }]);
  const error = await failure(client(server.url).boreal.projects.list({ path }));
  expect(error).toMatchObject({ status: 200, code: "unexpected_answer" });
});

test("a 204 is answered by nothing, and a call without a token sends none", async () => {
  await using server = await scriptedServer([{ status: 204, text: "" }]);
  const boreal = new Boreal({ url: server.url });
  expect(await boreal.system.health()).toBeNull();
  expect(server.seen[0]?.headers.authorization).toBeUndefined();
});

test("a 422 says what is wrong with each field", async () => {
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

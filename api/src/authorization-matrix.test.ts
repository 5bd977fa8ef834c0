/**
 * Every call, by everyone, with a good and with a bad request: who is let in, what the others hear,
 * that a refusal changes nothing and that every change leaves one entry in the audit. What is right is read from contracts/access.json, not from the declarations.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints, api } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { sql } from "./core/db/db.ts";
import type { TestClient } from "./testing/client.ts";
import { type ExpectedResult, expectedResult } from "./testing/authorization-matrix.ts";
import { auditTables, databaseFingerprint } from "./testing/database-fingerprint.ts";
import { resourceFixtures } from "./testing/resource-fixtures.ts";
import {
  createTestActors,
  objectKinds,
  type ObjectKind,
  type AuthorizationFixture,
  type TestActor,
} from "./testing/actors.ts";
import { startTestEnvironment, type TestEnvironment } from "./testing/test-environment.ts";

let world: TestEnvironment;
let walked: AuthorizationFixture;
let offered: { region: string; product: string; price: string; image: string };
beforeAll(async () => {
  world = await startTestEnvironment({ demo: true, signIn: true });
  walked = await createTestActors(world);
  offered = await findOffer();
});
afterAll(() => world.stop());

/** Something that is sold and in stock, for a good order. */
async function findOffer() {
  const client = await walkerNamed("owner").browser();
  const { products, images } = (await client.call(api.catalogue.offer, {})).data;
  for (const product of products.filter((one) => one.variant === "virtual_machine")) {
    const inStock = product.stock.find(
      (stock) => stock.free === null || stock.free > walked.walkers.length,
    );
    const image = images.find(
      (one) =>
        inStock !== undefined &&
        one.regionHandles.includes(inStock.regionHandle) &&
        one.minDiskGb <= product.diskGb,
    );
    if (inStock !== undefined && image !== undefined) {
      return {
        region: inStock.regionHandle,
        product: product.id,
        price: product.priceSnapshotId,
        image: image.id,
      };
    }
  }
  throw new Error("Nothing is sold");
}

function walkerNamed(name: string): TestActor {
  const found = walked.walkers.find((walker) => walker.name === name);
  if (found === undefined) throw new Error(`Nobody is ${name}`);
  return found;
}

let count = 0;
const unique = () => {
  count += 1;
  return count;
};
const someId = "01890000-0000-7000-8000-000000000000";

/** A request that is right in itself, for calls that need more than their path. */
const goodBodies: Record<string, () => Promise<object> | object> = {
  ...Object.assign({}, ...resourceFixtures.map(({ bodies }) => bodies)),
  "auth.register": () => ({
    email: `new-${unique()}@walked.test`,
    firstName: "New",
    lastName: "Person",
    password: "a rather long pass phrase",
    isOver18: true,
    isTosAccepted: true,
    isProcessingPrivacyPolicyAccepted: true,
    locale: "en",
    timezone: "Europe/Berlin",
  }),
  "auth.resendVerification": () => ({ email: "nobody@walked.test" }),
  "auth.oauthSignIn": () => ({ authorizationCode: "made-up", state: "made-up" }),
  "account.linkIdentity": () => ({ authorizationCode: "made-up", state: "made-up" }),
  "account.confirm": () => ({ currentPassword: "not the pass phrase" }),
  "account.update": () => ({ attribute: "name", firstName: "Walked", lastName: "Person" }),
  "account.addPasskey": () => ({ name: "Walked", response: { id: "made-up" } }),
  "account.deactivate": () => ({ deactivateMessage: "Walked off" }),
  "auth.login": () => ({ email: "nobody@walked.test", password: "not the pass phrase" }),
  "auth.loginTwoFactor": () => ({ token: "000000" }),
  "auth.loginToken": () => ({ token: "000000" }),
  "auth.loginPasskey": () => ({ response: { id: "made-up" } }),
  "auth.passkey": () => ({ response: { id: "made-up" } }),
  "auth.requestReset": () => ({ email: "nobody@walked.test" }),
  "auth.reset": () => ({ password: "a rather long pass phrase" }),
  "auth.verifyWithPassword": () => ({ password: "a rather long pass phrase" }),
  "maintenance.on": () => ({ message: "Back soon" }),
  "demo.moveClock": () => ({ seconds: 1 }),
  "users.update": () => ({ firstName: "Walked" }),
  "users.deleteForever": () => ({ reason: "Asked for" }),
  "staffRoles.assign": () => ({ roleId: "Support" }),
  "workspaces.create": () => ({ name: "Another", handle: `another-${unique()}-ws` }),
  "workspaces.update": () => ({ name: `Walked ${unique()}` }),
  "workspaces.remove": () => ({ handle: walked.workspace.handle }),
  "members.setRole": () => ({ roleId: "billing_administrator" }),
  "members.reassignOwner": () => ({ handle: walked.workspace.handle }),
  "invites.create": () => ({
    emails: [`asked-${unique()}@walked.test`],
    roleId: "team_member",
  }),
  "projects.create": () => ({ name: `Walk ${unique()}` }),
  "projects.update": () => ({ name: `Walked ${unique()}` }),
  "projects.assign": async () => ({ instanceIds: [await walked.makeObject("instance", "own")] }),
  "projects.unassign": async () => ({ instanceIds: [await walked.makeObject("instance", "own")] }),
  "adminWorkspaces.remove": () => ({ reason: "Asked for" }),
  "tokens.create": () => ({ name: `Walk ${unique()}`, scopes: ["project.view"] }),
  "tokens.rotate": () => ({}),
  "instances.reset": () => ({ action: "power_off" }),
  "instances.order": async () => ({
    region: offered.region,
    virtualProduct: offered.product,
    operatingsystem: offered.image,
    hostname: [`walk-${unique()}`],
    workspaceCredential: [await walked.makeObject("credential", "own")],
    projectId: await walked.makeObject("project", "own"),
    priceSnapshotId: offered.price,
  }),
};
const goodQueries: Record<string, () => string> = {
  ...Object.assign({}, ...resourceFixtures.map(({ queries }) => queries)),
  "billing.estimatedCost": () => `?product=${offered.product}`,
  "search.find": () => "?term=walk",
};
/** Where someone who may make the call is refused all the same, by what the walk's world lacks. */
const alsoFine: Record<string, readonly number[]> = {
  // Nobody came back from the provider with that code.
  "account.linkIdentity": [401],
  // Nobody in the walk has a password.
  "account.confirm": [401],
  // Nobody has a picture of that address.
  "account.avatar": [404],
  // A session is no token.
  "tokens.current": [404],
  // No device made that passkey, and none is kept under that id.
  "account.addPasskey": [422],
  "account.removePasskey": [404],
  // Nobody made a token of that id.
  "tokens.removeOwn": [404],
  // No copy was sent with that token.
  "account.downloadDataCopy": [404],
  // The owner has members and machines.
  "account.deactivate": [400],
  // The owner is in charge.
  "members.leave": [400],
  // Machines run in it.
  "workspaces.remove": [409],
  // The walk's machines have no server at a provider.
  "instances.reset": [409],
  "instances.terminate": [409],
};

/** A proof that failed is on record. */
const recordsRefusals: ReadonlySet<string> = new Set(["account.confirm"]);
/** What whoever makes the call would be missed for by the calls after it. */
const undo: Readonly<Record<string, () => Promise<unknown>>> = {
  "account.deactivate": () =>
    world.db.withSystemRole("whoever left walks on", (tx) =>
      tx.execute(
        sql`UPDATE user_account SET status = 'active' WHERE deactivate_message = 'Walked off'`,
      ),
    ),
  "members.leave": () =>
    world.db.withSystemRole("whoever left walks on", (tx) =>
      tx.execute(
        sql`UPDATE user_workspace_role SET expired_at = NULL WHERE workspace_id = ${walked.workspace.id}`,
      ),
    ),
  "members.reassignOwner": () =>
    world.db.withSystemRole("whoever was the owner is so again", async (tx) => {
      const inWalked = sql`workspace_id = ${walked.workspace.id} AND expired_at IS NULL`;
      await tx.execute(
        sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE ${inWalked} AND workspace_role_id = 'owner'`,
      );
      await tx.execute(
        sql`UPDATE user_workspace_role SET workspace_role_id = 'owner' WHERE ${inWalked} AND user_id = ${walkerNamed("owner").userId}`,
      );
    }),
  "maintenance.on": async () => {
    await world.db.withSystemRole("the walk goes on", (tx) =>
      tx.execute(sql`DELETE FROM maintenance`),
    );
    await world.maintenance.refresh();
  },
};

const pathNames = (endpoint: Endpoint) =>
  [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => name ?? "");
/** What a path may name, and of which kinds the walk makes it. */
const kindsOf: Readonly<Record<string, readonly ObjectKind[]>> = {
  ...Object.fromEntries(resourceFixtures.map(({ object }) => [object, objectKinds])),
  project: objectKinds,
  token: ["others", "foreign", "missing"],
  instance: objectKinds,
  member: ["others", "foreign", "missing"],
  invite: ["others", "foreign", "missing"],
  user: ["others", "missing"],
  adminWorkspace: ["others", "missing"],
  log: ["own", "foreign", "missing"],
  sessionId: ["own", "foreign", "missing"],
};
/** The token of a link is no object. */
const objectOf = (endpoint: Endpoint) =>
  pathNames(endpoint).find(
    (name) => name in kindsOf && (name !== "token" || endpoint.access.kind === "can"),
  ) ?? null;
/** Where not anyone will do. */
const objectFor: Readonly<Record<string, string>> = {
  "adminWorkspaces.restore": "deactivatedWorkspace",
  "users.deleteForever": "deactivated user",
  "staffRoles.expire": "colleague",
};

interface Answer {
  status: number;
  code: string | null;
}
const Coded = z.object({ code: z.string() });

async function knock(
  endpoint: Endpoint,
  client: TestClient,
  address: string,
  body: object | undefined,
): Promise<Answer> {
  const accept: Record<string, string> =
    endpoint.stream === true ? { accept: "text/event-stream" } : {};
  const response = await client.send(endpoint.method, address, body, { headers: accept });
  if (response.status < 300) {
    await response.body?.cancel();
    return { status: response.status, code: null };
  }
  const text = await response.text();
  return { status: response.status, code: Coded.safeParse(JSON.parse(text)).data?.code ?? null };
}

async function addressOf(
  endpoint: Endpoint,
  kind: ObjectKind | null,
  walker: TestActor,
): Promise<string> {
  const values: Record<string, string> = {
    workspace: walked.workspace.handle,
    token: "x".repeat(43),
    provider: "google",
    handle: "some-free-handle",
  };
  const object = objectOf(endpoint);
  if (endpoint.path.includes("/users/join/"))
    values["token"] = await walked.makeObject("invitation", "own", walker);
  if (object !== null && kind !== null)
    values[object] = await walked.makeObject(objectFor[endpoint.id] ?? object, kind, walker);
  if (pathNames(endpoint).includes("request") && kind === "others")
    values["request"] = await walked.makeFailedCopy(values["user"] ?? "");
  return endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => values[name] ?? "missing");
}

const garbage = {
  garbage: [1, { deep: null }],
  name: 7,
  email: [],
  seconds: "x",
  action: {},
  hostname: "no list",
};

const auditEntries = (result?: "denied") =>
  world.db.withSystemRole(
    "a test counts",
    async (tx) =>
      (
        await tx.one<{ n: number }>(
          sql`SELECT count(*) AS n FROM audit_event WHERE ${result ?? null}::text IS NULL OR result = ${result ?? null}`,
        )
      ).n,
  );

/** One walker at one call with one request: what should come, and how to find out what comes. */
interface Cell {
  label: string;
  expected: ExpectedResult;
  isGood: boolean;
  run(): Promise<Answer>;
}

async function cellsOf(endpoint: Endpoint): Promise<Cell[]> {
  const cells: Cell[] = [];
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
  const object = objectOf(endpoint);
  for (const kind of object === null ? [null] : (kindsOf[object] ?? [])) {
    for (const walker of walked.walkers) {
      for (const isGood of takesInput ? [true, false] : [true]) {
        const client = await walker.browser();
        const address = await addressOf(endpoint, kind, walker);
        const good = goodBodies[endpoint.id];
        if (endpoint.body !== undefined && good === undefined)
          throw new Error(`${endpoint.id} needs a good body for the walk`);
        const body = endpoint.body === undefined ? undefined : isGood ? await good?.() : garbage;
        const query = isGood ? (goodQueries[endpoint.id]?.() ?? "") : "?page=abc&garbage=1";
        cells.push({
          label: [walker.name, kind, isGood ? "good request" : "garbage"]
            .filter((word) => word !== null)
            .join(", "),
          expected: expectedResult(endpoint, walker, kind, isGood),
          isGood,
          run: () => knock(endpoint, client, address + query, body),
        });
      }
    }
  }
  return cells;
}

const guardCodes = [
  "authentication_failed_no_session_found_ch",
  "permission_denied_missing_role",
  "permission_denied_missing_permission",
  "no_intermediate_session",
];

function isLetIn(endpoint: Endpoint, isGood: boolean, { status, code }: Answer): boolean {
  if (!isGood && endpoint.id === "account.update") return code === "missing_attribute";
  if (!isGood) return status === 422 || (status === 429 && endpoint.access.kind === "open");
  // What open calls make of a stranger's words has its own tests; here nobody is turned away at the door.
  if (["open", "link", "any", "attempt"].includes(endpoint.access.kind))
    return status < 500 && status !== 404 && !guardCodes.includes(code ?? "");
  return status < 300 || alsoFine[endpoint.id]?.includes(status) === true;
}

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s lets in whom the table lets in, and nobody else",
  { timeout: 120_000 },
  async (_, endpoint) => {
    const cells = await cellsOf(endpoint);
    const wrong: string[] = [];
    const before = await databaseFingerprint(world, auditTables);
    for (const { label, expected, run } of cells) {
      if (expected === "let in") continue;
      const deniedBefore = await auditEntries("denied");
      const { status, code } = await run();
      if (status !== expected.status || code !== expected.code)
        wrong.push(`${label}: ${status} ${code}, not ${expected.status} ${expected.code}`);
      // Whoever is known and tries what they may not is on record, and nobody else is.
      const denied = (await auditEntries("denied")) - deniedBefore;
      if (denied !== (status === 403 ? 1 : 0)) wrong.push(`${label}: ${denied} denials on record`);
    }
    const after = await databaseFingerprint(world, auditTables);
    // What is refused for its shape first: a good request may end the sessions of all others.
    for (const { label, expected, isGood, run } of cells.toSorted(
      (one, other) => Number(one.isGood) - Number(other.isGood),
    )) {
      if (expected !== "let in") continue;
      const entriesBefore = await auditEntries();
      const response = await run();
      if (!isLetIn(endpoint, isGood, response))
        wrong.push(`${label}: ${response.status} ${response.code}, not let in`);
      const entries = (await auditEntries()) - entriesBefore;
      const isChange = endpoint.method !== "GET" || endpoint.mutates === true;
      const due = response.status < 300 && isChange && endpoint.skipAudit !== true ? 1 : 0;
      const tellsNothing =
        ["open", "attempt"].includes(endpoint.access.kind) || recordsRefusals.has(endpoint.id);
      const isRight = inEachWorkspace.has(endpoint.id) ? entries >= due : entries === due;
      if (!tellsNothing && !isRight) wrong.push(`${label}: ${entries} audit entries, not ${due}`);
    }
    await undo[endpoint.id]?.();
    expect(wrong).toEqual([]);
    expect(after).toEqual(before);
  },
);

const patternOf = (endpoint: Endpoint) =>
  new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`);

test("what answers is what was declared: no call is missing, and no other method of its address does anything", async () => {
  const client = await walkerNamed("owner").browser();
  const before = await databaseFingerprint(world);
  for (const path of new Set(allEndpoints.map((endpoint) => endpoint.path))) {
    const declared: string[] = allEndpoints
      .filter((endpoint) => endpoint.path === path)
      .flatMap((endpoint) =>
        endpoint.probe === true ? [endpoint.method, "HEAD"] : [endpoint.method],
      );
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const isDeclared = declared.some((one) => one === method);
      expect([path, method, world.app.hasRoute({ method, url: path })]).toEqual([
        path,
        method,
        isDeclared,
      ]);
      // `count` of one address is an id of another, whose own call answers then.
      const isAnId = allEndpoints.some((one) => one.method === method && patternOf(one).test(path));
      if (isDeclared || isAnId) continue;
      const address = path
        .replaceAll(":workspace", walked.workspace.handle)
        .replace(/:[a-zA-Z]+/g, someId);
      const { status } = await client.send(
        method,
        address,
        ["GET", "HEAD"].includes(method) ? undefined : {},
      );
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
  expect(await databaseFingerprint(world)).toEqual(before);
});

test("a workspace that is not mine and one that does not exist answer alike", async () => {
  const client = await walkerNamed("outsider").browser();
  const told = async (endpoint: Endpoint, workspace: string) => {
    const address = endpoint.path
      .replaceAll(":workspace", workspace)
      .replace(/:[a-zA-Z]+/g, someId);
    const accept: Record<string, string> =
      endpoint.stream === true ? { accept: "text/event-stream" } : {};
    const response = await client.send(
      endpoint.method,
      address,
      endpoint.body === undefined ? undefined : {},
      { headers: accept },
    );
    const answer = z.record(z.string(), z.unknown()).parse(await response.json());
    const headers = [...response.headers.keys()].filter((name) => name !== "date");
    return { status: response.status, headers, ...answer, requestId: null };
  };
  for (const endpoint of allEndpoints.filter((one) => one.path.includes(":workspace"))) {
    const mine = await told(endpoint, walked.workspace.handle);
    expect(mine).toEqual(await told(endpoint, "never-existed"));
    expect(mine).toEqual(await told(endpoint, walked.workspace.id));
    expect(mine).toEqual(await told(endpoint, someId));
    expect(mine).toMatchObject({ status: 403, code: "permission_denied_missing_role" });
  }
});

/** Done by people who are known to nobody yet, or whose act is all there is to say. */
const saysLess: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.logout",
  "auth.oauthSignIn",
  "auth.passkey",
  "auth.requestReset",
  "auth.resendVerification",
  "demo.moveClock",
  // Ended where it was not on.
  "maintenance.off",
]);

/** These leave an entry in each workspace of the customer as well. */
const inEachWorkspace: ReadonlySet<string> = new Set([
  "users.impersonate",
  "users.endImpersonation",
  "auth.logout",
]);

test("T25: every entry the walk left says who did it, from where and to what", async () => {
  const entries = await world.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ action: string; is_traced: boolean; says_all: boolean }>(sql`
      SELECT action, bool_and(ip IS NOT NULL AND request_id <> '') AS is_traced,
             bool_and(actor_user_id IS NOT NULL AND (target_id IS NOT NULL OR changes <> '[]' OR result <> 'ok')) AS says_all
        FROM audit_event WHERE action <> 'walk.made' GROUP BY action ORDER BY action`),
  );
  expect(entries.length).toBeGreaterThan(20);
  expect(entries.filter(({ is_traced }) => !is_traced)).toEqual([]);
  const short = entries.filter(({ says_all }) => !says_all).map(({ action }) => action);
  expect(short.filter((action) => !saysLess.has(action))).toEqual([]);
});

/**
 * Calls every endpoint as every actor, with a valid and an invalid request, and checks who is allowed and which
 * problem the others get, that a rejected request changes nothing, and that every mutation leaves one audit event.
 * The expectation comes from contracts/access.json, not from the endpoint declarations.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { isAudited } from "#contracts/audited-endpoint.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { billingBodies } from "../testing/billing-bodies.ts";
import { sql } from "../core/db/db.ts";
import { alsoFine } from "../testing/accepted-problems.ts";
import type { TestClient } from "../testing/client.ts";
import { type ExpectedResult, expectedResult } from "../testing/authorization-matrix.ts";
import { auditTables, databaseFingerprint } from "../testing/database-fingerprint.ts";
import { insertStep } from "../testing/instance-logs.ts";
import { objectFor, objectKindsByName, objectOf, pathNames } from "../testing/matrix-objects.ts";
import { findOrderOffer, type OrderOffer } from "../testing/order-offer.ts";
import { resourceFixtures } from "../testing/resource-fixtures.ts";
import { workspaceRoleBodies } from "../testing/workspace-role-action-cases.ts";
import {
  createTestActors,
  type ObjectKind,
  type AuthorizationFixture,
  type TestActor,
} from "../testing/actors.ts";
import { catalogueBodies, dayAhead, insertPriceOf } from "../testing/catalogue.ts";
import {
  bareMetalRegion,
  startTestEnvironment,
  type TestEnvironment,
} from "../testing/test-environment.ts";

let env: TestEnvironment;
let fixture: AuthorizationFixture;
let offered: OrderOffer;
beforeAll(async () => {
  env = await startTestEnvironment({ demo: true, signIn: true, payments: true });
  fixture = await createTestActors(env);
  offered = await findOrderOffer(
    await actorNamed("owner").browser(),
    fixture.actors.length,
    () => fixture.createObject("credential", "own"),
    new Date(env.clock.now().getTime() + 86_400_000).toISOString(),
  );
});
afterAll(() => env.stop());

function actorNamed(name: string): TestActor {
  const actor = fixture.actors.find((actor) => actor.name === name);
  if (actor === undefined) throw new Error(`No actor is named ${name}`);
  return actor;
}

let count = 0;
const unique = () => {
  count += 1;
  return count;
};
const someId = "01890000-0000-7000-8000-000000000000";

/** A valid request body or query, for endpoints that need more than their path. */
const validBodies: Record<string, () => Promise<object> | object> = {
  ...Object.assign({}, ...resourceFixtures.map(({ bodies }) => bodies)),
  "auth.register": () => ({
    email: `new-${unique()}@matrix.test`,
    firstName: "New",
    lastName: "User",
    password: "a rather long pass phrase",
    isOver18: true,
    isTosAccepted: true,
    isProcessingPrivacyPolicyAccepted: true,
    locale: "en",
    timezone: "Europe/Berlin",
  }),
  "auth.resendVerification": () => ({ email: "nobody@matrix.test" }),
  "auth.oauthSignIn": () => ({ authorizationCode: "made-up", state: "made-up" }),
  "account.linkIdentity": () => ({ authorizationCode: "made-up", state: "made-up" }),
  "account.confirm": () => ({ currentPassword: "not the pass phrase" }),
  "account.update": () => ({ attribute: "name", firstName: "Changed", lastName: "User" }),
  "account.addPasskey": () => ({ name: "Changed", response: { id: "made-up" } }),
  "account.deactivate": () => ({ deactivateMessage: "Matrix test" }),
  "auth.login": () => ({ email: "nobody@matrix.test", password: "not the pass phrase" }),
  "auth.loginTwoFactor": () => ({ token: "000000" }),
  "auth.loginToken": () => ({ token: "000000" }),
  "auth.loginPasskey": () => ({ response: { id: "made-up" } }),
  "auth.passkey": () => ({ response: { id: "made-up" } }),
  "auth.requestReset": () => ({ email: "nobody@matrix.test" }),
  "auth.reset": () => ({ password: "a rather long pass phrase" }),
  "auth.verifyWithPassword": () => ({ password: "a rather long pass phrase" }),
  "maintenance.on": () => ({ message: "Back soon" }),
  "maintenance.announce": () => ({ startsAt: dayAhead(env).toISOString() }),
  "demo.moveClock": () => ({ seconds: 1 }),
  "users.update": () => ({ firstName: "Changed" }),
  "users.deleteForever": () => ({ reason: "Requested" }),
  "staffRoles.assign": () => ({ roleId: "Support" }),
  "workspaces.create": () => ({ name: "Another", handle: `another-${unique()}-ws` }),
  "workspaces.update": () => ({ name: `Changed ${unique()}` }),
  "workspaces.remove": () => ({ handle: fixture.workspace.handle }),
  "members.setRole": () => ({ roleId: "billing_administrator" }),
  "members.reassignOwner": () => ({ handle: fixture.workspace.handle }),
  "invites.create": () => ({
    emails: [`invitee-${unique()}@matrix.test`],
    roleId: "team_member",
  }),
  "projects.create": () => ({ name: `Matrix ${unique()}` }),
  "projects.update": () => ({ name: `Changed ${unique()}` }),
  "projects.assign": async () => ({ instanceIds: [await fixture.createObject("instance", "own")] }),
  "projects.unassign": async () => ({
    instanceIds: [await fixture.createObject("instance", "own")],
  }),
  "infrastructure.sync": () => ({ regionHandle: bareMetalRegion }),
  "adminInstances.completeLog": () => ({ note: "Checked" }),
  "adminInstances.failLog": () => ({ note: "Checked" }),
  "adminInstances.retryLog": () => ({ note: "Checked" }),
  "adminInstances.reset": () => ({ action: "power_off", note: "Requested by phone" }),
  "bareMetalItems.update": () => ({ rack: "B7" }),
  "bareMetalProducts.addItem": () => ({
    region: bareMetalRegion,
    serial: `serial ${unique()}`,
    foremanHost: `${unique()}.test`,
    diskCount: 2,
  }),
  ...catalogueBodies(() => env),
  "adminWorkspaces.remove": () => ({ reason: "Requested" }),
  "adminWorkspaces.suspend": () => ({ reason: "Abuse report", effect: "keep_running" }),
  "adminWorkspaces.updateLimit": () => ({ limit: "gpus", value: 32 }),
  ...billingBodies(() => fixture.workspace.id),
  ...workspaceRoleBodies(() => env),
  "billing.requestLimitChange": () => ({
    limit: "instances",
    value: 1_000_000_000,
    reason: "Matrix test",
  }),
  "billing.addPaymentMethod": () => ({ setupIntentId: "seti_unknown" }),
  "billing.initialize3ds": () => ({ purpose: "setup" }),
  "webhooks.stripe": () => ({ id: "evt_unsigned" }),
  "tokens.create": () => ({ name: `Matrix ${unique()}`, scopes: ["project.view"] }),
  "tokens.rotate": () => ({}),
  "instances.reset": () => ({ action: "power_off" }),
  "instances.reinstall": () => ({}),
  "instances.update": () => ({ displayName: "Web shop" }),
  "instances.order": async () =>
    offered.order({ projectId: await fixture.createObject("project", "own") }),
  "queue.create": async () =>
    offered.waitingOrder({ projectId: await fixture.createObject("project", "own") }),
};
const goodQueries: Record<string, () => string> = {
  ...Object.assign({}, ...resourceFixtures.map(({ queries }) => queries)),
  "billing.estimatedCost": () => `?product=${offered.product}`,
  "search.find": () => "?term=matrix",
};
/** Failed reauthentication is audited. */
const auditsRejections: ReadonlySet<string> = new Set(["account.confirm"]);
/** Restores what an allowed request changed, so that later requests find the same state. */
const undo: Readonly<Record<string, () => Promise<unknown>>> = {
  // A workspace has a limited number of waiting orders.
  "queue.create": () =>
    env.db.withSystemRole("a test ends waiting orders", (tx) =>
      tx.execute(
        sql`UPDATE queued_order SET status = 'cancelled', ended_at = created_at WHERE status = 'waiting'`,
      ),
    ),
  "account.deactivate": () =>
    env.db.withSystemRole("a test restores the actor's membership", (tx) =>
      tx.execute(
        sql`UPDATE user_account SET status = 'active' WHERE deactivate_message = 'Matrix test'`,
      ),
    ),
  "members.leave": () =>
    env.db.withSystemRole("a test restores the actor's membership", (tx) =>
      tx.execute(
        sql`UPDATE user_workspace_role SET expired_at = NULL WHERE workspace_id = ${fixture.workspace.id}`,
      ),
    ),
  "members.reassignOwner": () =>
    env.db.withSystemRole("a test restores the owner's role", async (tx) => {
      const isCurrent = sql`workspace_id = ${fixture.workspace.id} AND expired_at IS NULL`;
      await tx.execute(
        sql`UPDATE user_workspace_role SET workspace_role_id = 'team_member' WHERE ${isCurrent} AND workspace_role_id = 'owner'`,
      );
      await tx.execute(
        sql`UPDATE user_workspace_role SET workspace_role_id = 'owner' WHERE ${isCurrent} AND user_id = ${actorNamed("owner").userId}`,
      );
    }),
  "maintenance.on": async () => {
    await env.db.withSystemRole("a test restores the state", (tx) =>
      tx.execute(sql`DELETE FROM maintenance`),
    );
    await env.maintenance.refresh();
  },
};

interface Answer {
  status: number;
  code: string | null;
}
const Coded = z.object({ code: z.string() });

const acceptHeaders = (endpoint: Endpoint): Record<string, string> => ({
  ...(endpoint.stream === true && { accept: "text/event-stream" }),
  ...(endpoint.socket === true && { origin: env.publicUrl.origin }),
});

async function sendRequest(
  endpoint: Endpoint,
  client: TestClient,
  address: string,
  body: object | undefined,
): Promise<Answer> {
  const accept = acceptHeaders(endpoint);
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
  actor: TestActor,
): Promise<string> {
  const values: Record<string, string> = {
    workspace: fixture.workspace.handle,
    token: "x".repeat(43),
    provider: "google",
    handle: "some-free-handle",
  };
  const object = objectOf(endpoint);
  if (endpoint.path.includes("/users/join/"))
    values["token"] = await fixture.createObject("invitation", "own", actor);
  if (object !== null && kind !== null)
    values[object] = await fixture.createObject(objectFor[endpoint.id] ?? object, kind, actor);
  if (pathNames(endpoint).includes("request") && kind === "others")
    values["request"] = await fixture.createFailedCopy(values["user"] ?? "");
  if (object === "bareMetalProduct" && pathNames(endpoint).includes("bareMetalItem"))
    values["bareMetalItem"] = await fixture.createObject("bareMetalItem", "others");
  if (pathNames(endpoint).includes("price") && kind === "others")
    values["price"] = await insertPriceOf(env, values["virtualProduct"] ?? "", dayAhead(env));
  if (pathNames(endpoint).includes("instanceLog") && kind === "others")
    values["instanceLog"] = await insertStep(env, values["adminInstance"] ?? "", {
      status: "waiting",
      reason: "check_required",
    });
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
  env.db.withSystemRole(
    "a test counts",
    async (tx) =>
      (
        await tx.one<{ n: number }>(
          sql`SELECT count(*) AS n FROM audit_event WHERE ${result ?? null}::text IS NULL OR result = ${result ?? null}`,
        )
      ).n,
  );

/** One request of one actor to one endpoint: its expected result, and a function that sends it. */
interface Cell {
  label: string;
  expected: ExpectedResult;
  isValid: boolean;
  run(): Promise<Answer>;
}

async function casesFor(endpoint: Endpoint): Promise<Cell[]> {
  const cells: Cell[] = [];
  const takesInput = endpoint.body !== undefined || endpoint.query !== undefined;
  const object = objectOf(endpoint);
  for (const kind of object === null ? [null] : (objectKindsByName[object] ?? [])) {
    for (const actor of fixture.actors) {
      for (const isValid of takesInput ? [true, false] : [true]) {
        const client = await actor.browser();
        const address = await addressOf(endpoint, kind, actor);
        const good = validBodies[endpoint.id];
        if (endpoint.body !== undefined && good === undefined)
          throw new Error(`${endpoint.id} needs a valid body in this test`);
        const body = endpoint.body === undefined ? undefined : isValid ? await good?.() : garbage;
        const query = isValid ? (goodQueries[endpoint.id]?.() ?? "") : "?page=abc&garbage=1";
        cells.push({
          label: [actor.name, kind, isValid ? "valid request" : "invalid request"]
            .filter((word) => word !== null)
            .join(", "),
          expected: expectedResult(endpoint, actor, kind, isValid),
          isValid,
          run: () => sendRequest(endpoint, client, address + query, body),
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

function isAllowed(endpoint: Endpoint, isValid: boolean, { status, code }: Answer): boolean {
  // No actor of this test signs a request as the payment provider.
  if (endpoint.access.kind === "signature") return status === 400 || status === 422;
  if (!isValid && endpoint.id === "account.update") return code === "missing_attribute";
  if (!isValid) return status === 422 || (status === 429 && endpoint.access.kind === "open");
  // How open endpoints handle invalid input has its own tests; here they accept every caller.
  if (["open", "link", "signature", "any", "attempt"].includes(endpoint.access.kind))
    return status < 500 && status !== 404 && !guardCodes.includes(code ?? "");
  return status < 300 || alsoFine[endpoint.id]?.includes(status) === true;
}

test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s allows exactly the callers that the access table allows",
  { timeout: 120_000 },
  async (_, endpoint) => {
    const cells = await casesFor(endpoint);
    const wrong: string[] = [];
    const before = await databaseFingerprint(env, auditTables);
    // Only these requests cause entries: what is there after one is what was there before the next.
    let deniedEntries = await auditEntries("denied");
    for (const { label, expected, run } of cells) {
      if (expected === "allowed") continue;
      const { status, code } = await run();
      if (status !== expected.status || code !== expected.code)
        wrong.push(`${label}: ${status} ${code}, not ${expected.status} ${expected.code}`);
      // Denied requests are audited if the caller is authenticated, and only then.
      const deniedBefore = deniedEntries;
      deniedEntries = await auditEntries("denied");
      const denied = deniedEntries - deniedBefore;
      if (denied !== (status === 403 ? 1 : 0)) wrong.push(`${label}: ${denied} denials on record`);
    }
    const after = await databaseFingerprint(env, auditTables);
    let entries = await auditEntries();
    // Invalid requests first: a valid one may end the sessions of all others.
    for (const { label, expected, isValid, run } of cells.toSorted(
      (one, other) => Number(one.isValid) - Number(other.isValid),
    )) {
      if (expected !== "allowed") continue;
      const response = await run();
      if (!isAllowed(endpoint, isValid, response))
        wrong.push(`${label}: ${response.status} ${response.code}, not allowed`);
      const entriesBefore = entries;
      entries = await auditEntries();
      const auditEventCount = entries - entriesBefore;
      const due = response.status < 300 && isAudited(endpoint) ? 1 : 0;
      const skipsAuditCheck =
        ["open", "attempt"].includes(endpoint.access.kind) || auditsRejections.has(endpoint.id);
      const isRight = inEachWorkspace.has(endpoint.id)
        ? auditEventCount >= due
        : auditEventCount === due;
      if (!skipsAuditCheck && !isRight)
        wrong.push(`${label}: ${auditEventCount} audit entries, not ${due}`);
    }
    await undo[endpoint.id]?.();
    expect(wrong).toEqual([]);
    expect(after).toEqual(before);
  },
);

const pathPattern = (endpoint: Endpoint) =>
  new RegExp(`^${endpoint.path.replace(/:[a-zA-Z]+/g, "[^/]+")}$`);

test("serves exactly the declared endpoints and no other method of their paths", async () => {
  const client = await actorNamed("owner").browser();
  const before = await databaseFingerprint(env);
  for (const path of new Set(allEndpoints.map((endpoint) => endpoint.path))) {
    const declared: string[] = allEndpoints
      .filter((endpoint) => endpoint.path === path)
      .flatMap((endpoint) =>
        endpoint.probe === true ? [endpoint.method, "HEAD"] : [endpoint.method],
      );
    for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const isDeclared = declared.some((one) => one === method);
      expect([path, method, env.app.hasRoute({ method, url: path })]).toEqual([
        path,
        method,
        isDeclared,
      ]);
      // `count` in one path is an id in another, whose endpoint then responds.
      const isAnId = allEndpoints.some(
        (one) => one.method === method && pathPattern(one).test(path),
      );
      if (isDeclared || isAnId) continue;
      const address = path
        .replaceAll(":workspace", fixture.workspace.handle)
        .replace(/:[a-zA-Z]+/g, someId);
      const { status } = await client.send(
        method,
        address,
        ["GET", "HEAD"].includes(method) ? undefined : {},
      );
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
  expect(await databaseFingerprint(env)).toEqual(before);
});

test("responds alike for a workspace of other users and one that does not exist", async () => {
  const client = await actorNamed("outsider").browser();
  const describeResponse = async (endpoint: Endpoint, workspace: string) => {
    const address = endpoint.path
      .replaceAll(":workspace", workspace)
      .replace(/:[a-zA-Z]+/g, someId);
    const accept = acceptHeaders(endpoint);
    const response = await client.send(
      endpoint.method,
      address,
      endpoint.body === undefined ? undefined : {},
      { headers: accept },
    );
    const body = z.record(z.string(), z.unknown()).parse(await response.json());
    const headers = [...response.headers.keys()].filter((name) => name !== "date");
    return { status: response.status, headers, ...body, requestId: null };
  };
  for (const endpoint of allEndpoints.filter((one) => one.path.includes(":workspace"))) {
    const mine = await describeResponse(endpoint, fixture.workspace.handle);
    expect(mine).toEqual(await describeResponse(endpoint, "never-existed"));
    expect(mine).toEqual(await describeResponse(endpoint, fixture.workspace.id));
    expect(mine).toEqual(await describeResponse(endpoint, someId));
    expect(mine).toMatchObject({ status: 403, code: "permission_denied_missing_role" });
  }
});

/** Actions of callers who are not authenticated yet, or that have no target. */
const saysLess: ReadonlySet<string> = new Set([
  "auth.login",
  "auth.logout",
  "auth.oauthSignIn",
  "auth.passkey",
  "auth.requestReset",
  "auth.resendVerification",
  "demo.moveClock",
  // Maintenance was ended while it was not active.
  "maintenance.off",
]);

/** These also write an audit event into each workspace of the customer. */
const inEachWorkspace: ReadonlySet<string> = new Set([
  "users.impersonate",
  "users.endImpersonation",
  "auth.logout",
]);

test("T25: every audit event of this test has actor, source and target", async () => {
  const actions = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ action: string; is_traced: boolean; says_all: boolean }>(sql`
      SELECT action, bool_and(ip IS NOT NULL AND request_id <> '') AS is_traced,
             bool_and(actor_user_id IS NOT NULL AND (target_id IS NOT NULL OR changes <> '[]' OR result <> 'ok')) AS says_all
        FROM audit_event WHERE action <> 'test.created' GROUP BY action ORDER BY action`),
  );
  expect(actions.length).toBeGreaterThan(20);
  expect(actions.filter(({ is_traced }) => !is_traced)).toEqual([]);
  const short = actions.filter(({ says_all }) => !says_all).map(({ action }) => action);
  expect(short.filter((action) => !saysLess.has(action))).toEqual([]);
});

/** The remote console: tickets, the WebSocket on our own origin, and what ends it. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import {
  consoleCloseCodes,
  consoleIdleMinutes,
  consoleTicketSeconds,
} from "#contracts/instance-console.ts";
import { sql } from "../../../core/db/db.ts";
import type { TestClient } from "../../../testing/client.ts";
import {
  type ConsoleSocket,
  type ConsoleSocketOptions,
  openConsoleSocket,
  pressKey,
  readScreen,
  requestScreen,
} from "../../../testing/console-sockets.ts";
import { createOrderContext, orderInstance } from "../../../testing/order-instances.ts";
import { createMember, signIn, type TestUser, type TestWorkspace } from "../../../testing/users.ts";
import { startTestEnvironment, type TestEnvironment } from "../../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
let credentialId: string;
let id: string;
beforeAll(async () => {
  env = await startTestEnvironment();
  ({ owner, workspace, credentialId } = await createOrderContext(env));
  id = await createActive("screen-1");
});
afterEach(() => env.emulator.faults.clear());
afterAll(() => env.stop());

async function createActive(hostname: string, client = owner.client): Promise<string> {
  const options = { workspace, credentialId, hostname: [hostname] };
  const instance = await orderInstance(client, options);
  await env.advanceTime(60);
  return instance.id;
}

const requestTicket = (client: TestClient, instance = id) =>
  client.call(api.instanceConsole.open, { path: { workspace: workspace.handle, instance } });

async function connect(
  client: TestClient,
  options: Partial<ConsoleSocketOptions> = {},
): Promise<ConsoleSocket> {
  const instance = options.instance ?? id;
  const ticket = options.ticket ?? (await requestTicket(client, instance)).data.ticket;
  return openConsoleSocket(client, { workspace: workspace.handle, ticket, ...options, instance });
}

async function openScreen(client: TestClient, instance = id): Promise<ConsoleSocket> {
  const opened = await connect(client, { instance });
  await readScreen(opened);
  return opened;
}

const serverOf = (hostname: string) => {
  const server = [...env.emulator.state.servers.values()].find(({ name }) => name === hostname);
  if (server === undefined) throw new Error(`no server ${hostname}`);
  return server;
};

test("shows the real screen, and typed keys change it", async () => {
  const opened = await connect(owner.client);
  const before = await readScreen(opened);
  expect(new Set(before).size).toBeGreaterThan(3);
  // h and i on a US keyboard.
  for (const scanCode of [0x23, 0x17]) pressKey(opened, scanCode);
  let after = before;
  while (env.emulator.consoles.screenText(serverOf("screen-1").id)?.endsWith("login: hi") !== true)
    after = await requestScreen(opened, false);
  expect(after.equals(before)).toBe(false);
  expect(opened.socket.protocol).toBe("binary");
  opened.socket.close();
  expect(await opened.closed).toBe(1005);
});

test("N18: a ticket opens one console, in time, for its own session and instance", async () => {
  const { ticket, expiresAt } = (await requestTicket(owner.client)).data;
  expect(Date.parse(expiresAt) - env.clock.now().getTime()).toBe(consoleTicketSeconds * 1000);
  const twice = await Promise.all([
    connect(owner.client, { ticket }),
    connect(owner.client, { ticket }),
  ]);
  const outcomes = await Promise.all(
    twice.map((each) =>
      Promise.race([
        each.closed,
        readScreen(each).then(
          () => "open",
          () => each.closed,
        ),
      ]),
    ),
  );
  expect(outcomes.toSorted()).toEqual([consoleCloseCodes.ticket_invalid, "open"]);
  for (const { socket } of twice) socket.close();

  const otherSession = await signIn(env, owner.id);
  const stolen = await connect(otherSession, {
    ticket: (await requestTicket(owner.client)).data.ticket,
  });
  expect(await stolen.closed).toBe(consoleCloseCodes.ticket_invalid);
  const other = await createActive("screen-2");
  const wrongInstance = await connect(owner.client, {
    ticket: (await requestTicket(owner.client)).data.ticket,
    instance: other,
  });
  expect(await wrongInstance.closed).toBe(consoleCloseCodes.ticket_invalid);
  const late = (await requestTicket(owner.client)).data.ticket;
  env.clock.advance(consoleTicketSeconds * 1000);
  const expired = await connect(owner.client, { ticket: late });
  expect(await expired.closed).toBe(consoleCloseCodes.ticket_invalid);
  for (const ticket of ["x".repeat(43), ""]) {
    const invented = await connect(owner.client, { ticket });
    expect(await invented.closed).toBe(consoleCloseCodes.ticket_invalid);
  }
});

test("N18: only pages of the console's own origin connect, and only with a session", async () => {
  for (const origin of ["https://evil.test", "null", null])
    expect(await (await connect(owner.client, { origin })).closed).toBe(400);
  const { ticket } = (await requestTicket(owner.client)).data;
  expect(await (await connect(env.createClient(), { ticket })).closed).toBe(401);
  const plain = await owner.client.send(
    "GET",
    `/api/v1/workspaces/${workspace.handle}/instances/${id}/console/socket`,
    undefined,
    { headers: { origin: env.publicUrl.origin } },
  );
  expect(plain.status).toBe(426);
});

test("N18: an instance that is off or terminated has no console, and says why", async () => {
  const instance = await createActive("off-1");
  const opened = await openScreen(owner.client, instance);
  const path = { workspace: workspace.handle, instance };
  await owner.client.call(api.instances.reset, { path, body: { action: "power_off" } });
  await env.advanceTime(60);
  expect(await opened.closed).toBe(consoleCloseCodes.instance_unavailable);
  expect((await requestTicket(owner.client, instance)).json).toMatchObject({
    code: "action_not_possible",
    reason: "instance_is_stopped",
  });
});

test("a termination closes the console at once", async () => {
  const instance = await createActive("end-1");
  const opened = await openScreen(owner.client, instance);
  await owner.client.call(api.instances.terminate, {
    path: { workspace: workspace.handle, instance },
  });
  expect(await opened.closed).toBe(consoleCloseCodes.instance_unavailable);
});

test("a member who loses the role, and a session that ends, lose the console", async () => {
  const member = await createMember(env, workspace, "administrator");
  const opened = await openScreen(member.client);
  const path = { workspace: workspace.handle, member: member.id };
  await owner.client.call(api.members.setRole, { path, body: { roleId: "limited_team_member" } });
  expect(await opened.closed).toBe(consoleCloseCodes.access_lost);
  expect((await requestTicket(member.client)).status).toBe(403);

  const client = await signIn(env, owner.id);
  const second = await openScreen(client);
  await client.call(api.auth.logout, {});
  await env.streams.sendHeartbeat();
  expect(await second.closed).toBe(consoleCloseCodes.access_lost);
});

test("a console without input is closed, and input keeps it open", async () => {
  const [idle, busy] = [await openScreen(owner.client), await openScreen(owner.client)];
  env.clock.advance((consoleIdleMinutes - 1) * 60_000);
  pressKey(busy, 0x1e);
  await requestScreen(busy);
  env.clock.advance(60_000);
  await env.streams.sendHeartbeat();
  expect(await idle.closed).toBe(consoleCloseCodes.idle);
  await requestScreen(busy);
  busy.socket.close();
});

test("a client that does not respond is disconnected", async () => {
  const opened = await openScreen(owner.client);
  opened.socket.pause();
  await env.streams.sendHeartbeat();
  await env.streams.sendHeartbeat();
  opened.socket.resume();
  expect(await opened.closed).toBe(1006);
});

test("the oldest console of a user gives way to the sixth", async () => {
  const member = await createMember(env, workspace, "administrator", "many@north.test");
  const first = await openScreen(member.client);
  const others: ConsoleSocket[] = [];
  for (let count = 0; count < 5; count++) others.push(await openScreen(member.client));
  expect(await first.closed).toBe(consoleCloseCodes.replaced);
  for (const each of others) await requestScreen(each);
  for (const { socket } of others) socket.close();
});

test("N18: a region that is down, or closes its console, is told apart", async () => {
  env.emulator.faults.add({
    match: { service: "compute" },
    kind: "down",
  });
  expect(await (await connect(owner.client)).closed).toBe(consoleCloseCodes.region_unavailable);
  env.emulator.faults.clear();
  env.emulator.faults.add({
    match: { service: "console" },
    kind: "down",
  });
  expect(await (await connect(owner.client)).closed).toBe(consoleCloseCodes.region_unavailable);
  env.emulator.faults.clear();
  const opened = await openScreen(owner.client);
  env.emulator.consoles.closeAll();
  expect(await opened.closed).toBe(consoleCloseCodes.region_closed);
});

test("opening is audited, and the ticket is stored as a hash only", async () => {
  const { ticket } = (await requestTicket(owner.client)).data;
  const rows = await env.db.withSystemRole("a test reads", (tx) =>
    tx.many<{ row: string }>(
      sql`SELECT to_jsonb(t)::text AS row FROM console_ticket t UNION ALL
          SELECT to_jsonb(e)::text AS row FROM audit_event e WHERE action = 'instanceConsole.open'`,
    ),
  );
  const text = rows.map(({ row }) => row).join("\n");
  expect(text).toContain('"target_name": "screen-1"');
  expect(text).not.toContain(ticket);
});

test("a stopping server ends its consoles", async () => {
  const other = await startTestEnvironment();
  const context = await createOrderContext(other, "stopping");
  const instance = await orderInstance(context.owner.client, { ...context, hostname: ["s-1"] });
  await other.advanceTime(60);
  const path = { workspace: context.workspace.handle, instance: instance.id };
  const { ticket } = (await context.owner.client.call(api.instanceConsole.open, { path })).data;
  const opened = openConsoleSocket(context.owner.client, { ...path, ticket });
  await readScreen(opened);
  await other.stop();
  expect(await opened.closed).toBe(1001);
});

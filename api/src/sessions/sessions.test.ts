import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import { sql } from "../core/db.ts";
import { newId } from "../core/keys.ts";
import { readSessionToken } from "../core/session-token.ts";
import { fromElsewhere, goodPassword } from "../testing/accounts.ts";
import type { Client } from "../testing/client.ts";
import { makePerson, type Person, signIn } from "../testing/people.ts";
import { startWorld, type World } from "../testing/world.ts";

const dead = "authentication_failed_no_session_found_ch";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: ["127.0.0.1"] });
});
afterAll(() => world.stop());

const someone = () => makePerson(world, `person-${(made += 1)}@example.org`);
const idOf = (client: Client) => readSessionToken(client.cookies.get("sid") ?? "")?.sessionId ?? "";
const list = async (client: Client) => (await client.call(api.sessions.list, {})).data.data;
const kill = (client: Client, sessionId: string) =>
  client.call(api.sessions.kill, { path: { sessionId } });
const self = (client: Client) => client.call(api.auth.self, {});
async function anotherBrowser(person: Person): Promise<Client> {
  world.clock.advance(1000);
  return signIn(world, person.id);
}
async function actingAs(person: Person): Promise<Client> {
  const support = await makePerson(world, `support-${(made += 1)}@boreal.test`, {
    staffRole: "Support",
  });
  await support.client.call(api.users.impersonate, { path: { user: person.id } });
  return support.client;
}

test("each place one is signed in at, newest first, with browser, network and which one this is", async () => {
  const passwordHash = await world.passwords.hash(goodPassword);
  const person = await makePerson(world, "seen@example.org", { passwordHash });
  const phone = world.client();
  world.clock.advance(60_000);
  const from = fromElsewhere().headers["x-forwarded-for"];
  await phone.call(
    api.auth.login,
    { body: { email: person.email, password: goodPassword } },
    { headers: { "x-forwarded-for": from, "user-agent": iphone } },
  );
  const [newest, oldest] = await list(person.client);
  expect(newest).toEqual({
    id: idOf(phone),
    isCurrent: false,
    firstFactor: "password",
    secondFactor: null,
    device: "Safari on iOS",
    isPhone: true,
    ip: from,
    createdAt: world.clock.now().toISOString(),
    lastActiveAt: world.clock.now().toISOString(),
    expiresAt: new Date(world.clock.now().getTime() + 600_000).toISOString(),
  });
  expect(oldest).toMatchObject({ isCurrent: true, device: null, isPhone: false, ip: null });
  await world.db.asSystem("a browser for a test", (tx) =>
    tx.run(sql`UPDATE session SET user_agent = ${firefox} WHERE id = ${idOf(person.client)}`),
  );
  expect((await list(person.client))[1]).toMatchObject({
    device: "Firefox on Linux",
    isPhone: false,
  });
});

test("only what lives is listed: nothing expired, ended, half signed in, or of before a change", async () => {
  const person = await someone();
  await signIn(world, person.id, { lifeMs: -1000 });
  await signIn(world, person.id, { authType: "login-attempt" });
  const [ended, old] = [await anotherBrowser(person), await anotherBrowser(person)];
  await ended.call(api.auth.logout, {});
  await world.db.asSystem("a session of before a change", (tx) =>
    tx.run(sql`UPDATE session SET auth_epoch = -1 WHERE id = ${idOf(old)}`),
  );
  expect((await list(person.client)).map(({ id }) => id)).toEqual([idOf(person.client)]);
});

test("one of one's own is ended, and once; it can be the one that asks", async () => {
  const person = await someone();
  const other = await anotherBrowser(person);
  expect((await kill(person.client, idOf(other))).status).toBe(204);
  expect((await self(other)).code).toBe(dead);
  expect((await kill(person.client, idOf(other))).code).toBe("not_found");
  expect((await kill(person.client, idOf(person.client))).status).toBe(204);
  expect(person.client.cookies.size).toBe(0);
});

test("somebody else's session is not there to be ended, nor one that never was", async () => {
  const person = await someone();
  const stranger = await someone();
  for (const id of [idOf(stranger.client), newId(world.clock.now()), "no-id"])
    expect((await kill(person.client, id)).code).toBe("not_found");
  expect((await self(stranger.client)).status).toBe(200);
  const forged = world.client();
  forged.cookies.set("sid", `s1.${idOf(stranger.client)}.1.${"x".repeat(43)}`);
  expect((await forged.call(api.auth.logout, {})).status).toBe(204);
  expect((await self(stranger.client)).status).toBe(200);
});

test("what staff do as oneself is not in the list and cannot be ended by its id; ending everything ends it", async () => {
  const person = await someone();
  const staff = await actingAs(person);
  expect((await list(person.client)).map(({ id }) => id)).toEqual([idOf(person.client)]);
  expect((await kill(person.client, idOf(staff))).code).toBe("not_found");
  expect((await self(staff)).status).toBe(200);
  expect((await person.client.call(api.sessions.killAll, {})).data).toEqual({ ended: 0 });
  expect((await self(staff)).code).toBe(dead);
  expect((await self(person.client)).status).toBe(200);
});

test("all end but the one that asks, or all; the answer counts those that lived", async () => {
  const person = await someone();
  const others = [await anotherBrowser(person), await anotherBrowser(person)];
  await signIn(world, person.id, { lifeMs: -1000 });
  const attempt = await signIn(world, person.id, { authType: "login-attempt" });
  expect((await person.client.call(api.sessions.killAll, {})).data).toEqual({ ended: 2 });
  for (const client of [...others, attempt]) expect((await self(client)).code).toBe(dead);
  const last = await anotherBrowser(person);
  const all = await last.call(api.sessions.killAll, { query: { current: "end" } });
  expect(all.data).toEqual({ ended: 2 });
  expect(last.cookies.size).toBe(0);
  expect((await self(person.client)).code).toBe(dead);
});

test("a session that waits while its person acts as a customer is among theirs, and ending it ends that", async () => {
  const admin = await makePerson(world, "waits@boreal.test", { staffRole: "Admin" });
  const elsewhere = await anotherBrowser(admin);
  const waiting = idOf(admin.client);
  await admin.client.call(api.users.impersonate, { path: { user: (await someone()).id } });
  expect((await list(elsewhere)).map(({ id }) => id)).toEqual([idOf(elsewhere), waiting]);
  expect((await kill(elsewhere, waiting)).status).toBe(204);
  expect((await self(admin.client)).code).toBe(dead);
});

test("a page after the other shows each session once", async () => {
  const person = await someone();
  for (let n = 0; n < 4; n += 1) await anotherBrowser(person);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const query = { perPage: "2", ...(after === undefined ? {} : { after }) };
    const page = (await person.client.call(api.sessions.list, { query })).data;
    seen.push(...page.data.map(({ id }) => id));
    after = page.meta.next ?? undefined;
  } while (after !== undefined);
  expect(seen).toEqual((await list(person.client)).map(({ id }) => id));
  const broken = await person.client.call(api.sessions.list, { query: { after: "nonsense" } });
  expect(broken.status).toBe(422);
});

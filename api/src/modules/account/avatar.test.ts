import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "#contracts/api.ts";
import type { TestClient } from "../../testing/client.ts";
import { addMember, createUser, createWorkspace, type TestUser } from "../../testing/users.ts";
import { rawRequest } from "../../testing/raw-request.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let user: TestUser;
beforeAll(async () => {
  env = await startTestEnvironment();
  user = await createUser(env, "seen@example.org");
});
afterAll(() => env.stop());

const drawn = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#274c77" } });
const inBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const put = (client: TestClient, image: string | null) =>
  client.call(api.account.update, { body: { attribute: "avatar", image } });
const addressOf = async ({ client }: TestUser) =>
  (await client.call(api.auth.self, {})).data.user.avatarUrl;
const fetched = async (client: TestClient, address: string | null) =>
  await client.send("GET", address ?? "none", undefined, { headers: { accept: "image/webp" } });

/** The same PNG, declaring these dimensions. */
function claiming(png: Buffer, edge: number): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(edge, 16);
  claimed.writeUInt32BE(edge, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
}

test("an image of each supported type becomes a small square with its own URL", async () => {
  const addresses: (string | null)[] = [];
  for (const picture of [drawn().png(), drawn().jpeg(), drawn().webp()]) {
    expect((await put(user.client, inBase64(await picture.toBuffer()))).status).toBe(200);
    const address = await addressOf(user);
    addresses.push(address);
    const response = await fetched(user.client, address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(response.headers.get("cache-control")).toMatch(/^private/);
    const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(["webp", 256, 256]);
  }
  expect(new Set(addresses).size).toBe(3);
  expect((await fetched(user.client, addresses[0] ?? null)).status).toBe(404);
  expect((await put(user.client, null)).status).toBe(200);
  expect(await addressOf(user)).toBeNull();
  expect((await fetched(user.client, addresses[2] ?? null)).status).toBe(404);
});

test("strips EXIF metadata and trailing data from uploaded images", async () => {
  const photo = await drawn()
    .jpeg()
    .withExif({ IFD0: { Copyright: "a secret place" } })
    .toBuffer();
  const polyglot = Buffer.concat([photo, Buffer.from("<script>alert(1)</script>")]);
  await put(user.client, inBase64(polyglot));
  const response = await fetched(user.client, await addressOf(user));
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect(text).not.toMatch(/secret place|script/);
});

test("rejects other files by their content, whatever type they declare", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const gif = await drawn(4, 4).gif().toBuffer();
  for (const bytes of [
    Buffer.from(svg),
    gif,
    Buffer.from("%PDF-1.7"),
    Buffer.from("PK\u0003\u0004"),
    Buffer.from("\x89PNG\r\n\x1a\nnothing behind it", "latin1"),
    (await drawn().png().toBuffer()).subarray(0, 60),
    Buffer.alloc(0),
  ]) {
    const rejected = await put(user.client, inBase64(bytes));
    expect([rejected.status, rejected.code]).toEqual([400, "file_type_not_allowed"]);
  }
  expect((await put(user.client, "data:image/png;base64,AAAA")).code).toBe("file_type_not_allowed");
});

test("rejects a file that is too large, and one that decompresses to too much", async () => {
  const heavy = await put(user.client, inBase64(Buffer.alloc(2_000_001)));
  expect([heavy.status, heavy.code]).toEqual([400, "maximum_file_size_exceeded"]);
  const bomb = claiming(await drawn().png().toBuffer(), 20_000);
  const rejected = await put(user.client, inBase64(bomb));
  expect([rejected.status, rejected.code]).toEqual([400, "maximum_file_size_exceeded"]);
});

test("an avatar is visible to its user, to members of shared workspaces and to staff, and to nobody else", async () => {
  const owner = await createUser(env, "owner@example.org");
  const colleague = await createUser(env, "colleague@example.org");
  const outsider = await createUser(env, "outsider@example.org");
  const staff = await createUser(env, "staff@boreal.test", { staffRole: "Support" });
  const workspace = await createWorkspace(env, owner, "shared");
  await addMember(env, workspace, colleague, "limited_team_member");
  await put(owner.client, inBase64(await drawn().png().toBuffer()));
  const address = await addressOf(owner);
  const statuses: number[] = [];
  for (const { client } of [owner, colleague, staff, outsider])
    statuses.push((await fetched(client, address)).status);
  expect(statuses).toEqual([200, 200, 200, 404]);
  const anonymous = await rawRequest(env.url, "GET", address ?? "none");
  expect(anonymous.status).toBe(401);
  expect((await fetched(owner.client, "/api/v1/avatars/..%2f..%2fsecret")).status).toBe(404);
});

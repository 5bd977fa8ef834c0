/** What is meant by a name, an id, and a token from the environment. */
import { expect, test } from "vitest";
import { scriptedServer } from "../testing/scripted-server.ts";
import { Shell } from "../testing/shell.ts";

const token = "gcw_notARealTokenButLongEnough0000000000";
const at = (url: string, more = {}) => ({
  env: { BOREAL_URL: url, BOREAL_TOKEN: token, BOREAL_WORKSPACE: "acme", ...more },
});
const page = (data: object[]) => ({ json: { data, meta: { page: 1, next: null } } });
const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
const other = "0197c9a2-2222-7222-8222-bbbbbbbbbbbb";
const terminating = { id, hostname: "web-1", status: "terminating", statusReason: null };

test.each([`${token}\r\n`, `${token} `, `\t${token}\n`])(
  "N25: BOREAL_TOKEN is trimmed as `login` does: %j",
  async (given) => {
    using shell = new Shell();
    await using server = await scriptedServer([page([])]);
    const env = { BOREAL_TOKEN: given, BOREAL_URL: `${server.url}\n`, BOREAL_WORKSPACE: "acme\n" };
    const ran = await shell.run(["projects", "list"], at("", env));
    expect(ran).toMatchObject({ code: 0, err: "No projects\n" });
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(server.seen[0]?.path).toMatch(/^\/api\/v1\/workspaces\/acme\/projects/);
  },
);

test("N25: quotes in BOREAL_TOKEN, and in what `login` reads, are named", async () => {
  using shell = new Shell();
  await using server = await scriptedServer([{}]);
  const quoted = `"${token}"`;
  const told = "error: The access token has quotes around it: leave them out\n  Error code: bad_input\n";
  const used = await shell.run(["whoami"], at(server.url, { BOREAL_TOKEN: quoted }));
  const stored = await shell.run(["login", "--url", server.url], { stdin: `${quoted}\n` });
  expect([used.code, used.err, stored.code, stored.err]).toEqual([2, told, 2, told]);
  expect(server.seen).toEqual([]);
});

test("N26: an id that is the name of another instance is refused, and nothing is ended", async () => {
  using shell = new Shell();
  await using server = await scriptedServer(({ method }) =>
    method === "GET" ? page([{ id: other, hostname: id }]) : { json: terminating },
  );
  const ran = await shell.run(["instances", "terminate", id, "--yes"], at(server.url));
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(`"${id}" is the name of the instance ${other}, and the form of an id`);
  expect(server.seen.map(({ method }) => method)).toEqual(["GET"]);
});

test("N26: an id that names nothing else is taken as an id, also by a token that does not list", async () => {
  using shell = new Shell();
  const denied = { status: 403, json: { code: "permission_denied_missing_permission" } };
  const own = page([{ id, hostname: id }]);
  for (const listed of [page([]), own, denied]) {
    await using server = await scriptedServer(({ method }) =>
      method === "GET" ? listed : { status: 202, json: terminating },
    );
    const ran = await shell.run(["instances", "terminate", id, "--yes"], at(server.url));
    expect(ran).toMatchObject({ code: 0, out: "web-1 is terminating\n" });
    expect(server.seen.at(-1)?.path).toBe(`/api/v1/workspaces/acme/instances/${id}/terminate`);
  }
});

/** Every call of a workspace, with a token of every single scope: a call is open to the scopes it names, and to no other. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allCalls, api } from "#contracts/api.ts";
import { type Call, scopesFor } from "#contracts/kit.ts";
import { tokenScopes } from "#contracts/tokens.ts";
import { z } from "zod";
import { newId } from "../core/keys.ts";
import { makePerson, makeWorkspace, type Person, type TestWorkspace } from "../testing/people.ts";
import { makeProgram, type Program } from "../testing/programs.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let owner: Person;
let workspace: TestWorkspace;
const programs = new Map<string, Program>();
beforeAll(async () => {
  world = await startWorld();
  owner = await makePerson(world, "owner@northwind.test");
  workspace = await makeWorkspace(world, owner, "northwind");
  for (const scope of tokenScopes)
    programs.set(scope, await makeProgram(world, owner, workspace, { scopes: [scope] }));
});
afterAll(() => world.stop());

const Answer = z.object({ code: z.string().optional() }).loose();

/** About nothing that is there, and in no good shape: nothing happens, and whoever is let in hears so. */
async function knock(program: Program, call: Call): Promise<{ status: number; code: string }> {
  const path = call.path
    .replace(":workspace", workspace.handle)
    .replace(/:[a-zA-Z]+/g, newId(world.clock.now()));
  const response = await program.send(
    call.method,
    call.query === undefined ? path : `${path}?garbage=1`,
    call.body === undefined ? undefined : { garbage: 1 },
  );
  const text = await response.text();
  const isJson = text.startsWith("{");
  return {
    status: response.status,
    code: isJson ? (Answer.safeParse(JSON.parse(text)).data?.code ?? "") : "",
  };
}

const isMounted = (call: Call) => world.app.hasRoute({ method: call.method, url: call.path });
const calls = allCalls.filter((call) => call.access.kind === "can" || call.tokenWith !== undefined);

test.each(calls.map((call) => [call.id, call] as const))(
  "%s is open to the scopes it names",
  async (_, call) => {
    if (!isMounted(call)) return;
    const named: readonly string[] = scopesFor(call) ?? [];
    const shut =
      scopesFor(call) === null ? "no_access_for_jwt" : "permission_denied_missing_permission";
    for (const [scope, program] of programs) {
      const { status, code } = await knock(program, call);
      const isIn = ![401, 403].includes(status) && status < 500;
      expect([scope, isIn, isIn ? null : code]).toEqual([
        scope,
        named.includes(scope),
        named.includes(scope) ? null : shut,
      ]);
    }
  },
);

test("every scope opens something", () => {
  const opened = new Set(calls.flatMap((call) => scopesFor(call) ?? []));
  expect(tokenScopes.filter((scope) => !opened.has(scope))).toEqual([]);
});

test("with all scopes at once nothing else opens: nothing that makes tokens, invites, pays, or ends a workspace", async () => {
  const program = await makeProgram(world, owner, workspace, { scopes: [...tokenScopes] });
  const open: string[] = [];
  for (const call of allCalls.filter(isMounted)) {
    if (call.access.kind === "open" && !call.path.startsWith("/auth/")) continue;
    const { status } = await knock(program, call);
    if (![401, 403].includes(status)) open.push(call.id);
  }
  const named = allCalls.filter(
    (call) => isMounted(call) && tokenScopes.some((scope) => scopesFor(call)?.includes(scope)),
  );
  expect(open.sort()).toEqual(named.map(({ id }) => id).sort());
  expect(open).not.toContain(api.tokens.create.id);
});

/**
 * Every endpoint of a workspace with a token of every single scope: an endpoint accepts exactly the scopes it
 * declares.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { allEndpoints, api } from "#contracts/api.ts";
import { type Endpoint, acceptedScopes } from "#contracts/endpoint.ts";
import { tokenScopes } from "#contracts/tokens.ts";
import { z } from "zod";
import { uuidv7 } from "../../core/lib/crypto.ts";
import {
  createUser,
  createWorkspace,
  type TestUser,
  type TestWorkspace,
} from "../../testing/users.ts";
import { createTokenClient, type TokenClient } from "../../testing/token-clients.ts";
import { startTestEnvironment, type TestEnvironment } from "../../testing/test-environment.ts";

let env: TestEnvironment;
let owner: TestUser;
let workspace: TestWorkspace;
const programs = new Map<string, TokenClient>();
beforeAll(async () => {
  env = await startTestEnvironment();
  owner = await createUser(env, "owner@northwind.test");
  workspace = await createWorkspace(env, owner, "northwind");
  for (const scope of tokenScopes)
    programs.set(scope, await createTokenClient(env, owner, workspace, { scopes: [scope] }));
});
afterAll(() => env.stop());

const Answer = z.object({ code: z.string().optional() }).loose();

/**
 * Requests with unknown objects and invalid bodies: they have no effect, and the problem shows whether they were
 * authorized.
 */
async function sendRequest(
  tokenClient: TokenClient,
  endpoint: Endpoint,
): Promise<{ status: number; code: string }> {
  const path = endpoint.path
    .replace(":workspace", workspace.handle)
    .replace(/:[a-zA-Z]+/g, uuidv7(env.clock.now()));
  const response = await tokenClient.send(
    endpoint.method,
    endpoint.query === undefined ? path : `${path}?garbage=1`,
    endpoint.body === undefined ? undefined : { garbage: 1 },
    // Only pages of the console open sockets.
    endpoint.socket === true ? { origin: env.publicUrl.origin } : {},
  );
  const text = await response.text();
  const isJson = text.startsWith("{");
  return {
    status: response.status,
    code: isJson ? (Answer.safeParse(JSON.parse(text)).data?.code ?? "") : "",
  };
}

const isMounted = (endpoint: Endpoint) =>
  env.app.hasRoute({ method: endpoint.method, url: endpoint.path });
const endpoints = allEndpoints.filter(
  (endpoint) => endpoint.access.kind === "can" || endpoint.tokenScopes !== undefined,
);

test.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
  "%s accepts exactly its declared scopes",
  async (_, endpoint) => {
    if (!isMounted(endpoint)) return;
    const named: readonly string[] = acceptedScopes(endpoint) ?? [];
    const shut =
      acceptedScopes(endpoint) === null
        ? "no_access_for_jwt"
        : "permission_denied_missing_permission";
    for (const [scope, tokenClient] of programs) {
      const { status, code } = await sendRequest(tokenClient, endpoint);
      const isIn = ![401, 403].includes(status) && status < 500;
      expect([scope, isIn, isIn ? null : code]).toEqual([
        scope,
        named.includes(scope),
        named.includes(scope) ? null : shut,
      ]);
    }
  },
);

test("every scope grants access to at least one endpoint", () => {
  const opened = new Set(endpoints.flatMap((endpoint) => acceptedScopes(endpoint) ?? []));
  expect(tokenScopes.filter((scope) => !opened.has(scope))).toEqual([]);
});

test("all scopes together do not allow more: no token creation, invites, payment or deletion of the workspace", async () => {
  const tokenClient = await createTokenClient(env, owner, workspace, { scopes: [...tokenScopes] });
  const open: string[] = [];
  for (const endpoint of allEndpoints.filter(isMounted)) {
    if (endpoint.access.kind === "open" && !endpoint.path.startsWith("/auth/")) continue;
    // The signature of the payment provider counts, not the caller.
    if (endpoint.access.kind === "signature") continue;
    const { status } = await sendRequest(tokenClient, endpoint);
    if (![401, 403].includes(status)) open.push(endpoint.id);
  }
  const named = allEndpoints.filter(
    (endpoint) =>
      isMounted(endpoint) && tokenScopes.some((scope) => acceptedScopes(endpoint)?.includes(scope)),
  );
  expect(open.sort()).toEqual(named.map(({ id }) => id).sort());
  expect(open).not.toContain(api.tokens.create.id);
});

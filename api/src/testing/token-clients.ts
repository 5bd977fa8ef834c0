/** Programs for tests: what acts with an access token and has no browser. */
import { api } from "#contracts/api.ts";
import type { Endpoint, EndpointInput } from "#contracts/endpoint.ts";
import type { tokens } from "#contracts/tokens.ts";
import type { ClientResponse, TestClient, RequestExtras } from "./client.ts";
import { type TestUser, signIn, type TestWorkspace } from "./users.ts";
import type { TestEnvironment } from "./test-environment.ts";

export const bearerHeader = (secret: string) => ({ authorization: `Bearer ${secret}` });

export class TokenClient {
  readonly #client: TestClient;
  readonly secret: string;

  constructor(client: TestClient, secret: string) {
    this.#client = client;
    this.secret = secret;
  }

  call<C extends Endpoint>(
    call: C,
    input: EndpointInput<C>,
    extras: RequestExtras = {},
  ): Promise<ClientResponse<C>> {
    return this.#client.call(call, input, {
      ...extras,
      headers: { ...bearerHeader(this.secret), ...extras.headers },
    });
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#client.send(method, path, body, { headers: bearerHeader(this.secret) });
  }
}

export async function createTokenClient(
  env: TestEnvironment,
  creator: TestUser,
  workspace: TestWorkspace,
  requested: Partial<EndpointInput<typeof tokens.create>["body"]> = {},
): Promise<TokenClient & { readonly id: string }> {
  // Who they are was proven just now, however much time has passed in the test.
  const client = await signIn(env, creator.id);
  const created = await client.call(api.tokens.create, {
    path: { workspace: workspace.handle },
    body: { name: "deploy", scopes: ["project.view"], ...requested },
  });
  const { secret, token } = created.data;
  return Object.assign(new TokenClient(env.createClient(), secret), { id: token.id });
}

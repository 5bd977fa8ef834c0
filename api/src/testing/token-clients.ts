/** API clients with an access token and without a browser. */
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
    endpoint: C,
    input: EndpointInput<C>,
    extras: RequestExtras = {},
  ): Promise<ClientResponse<C>> {
    return this.#client.call(endpoint, input, {
      ...extras,
      headers: { ...bearerHeader(this.secret), ...extras.headers },
    });
  }

  send(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.#client.send(method, path, body, {
      headers: { ...bearerHeader(this.secret), ...headers },
    });
  }
}

export async function createTokenClient(
  env: TestEnvironment,
  creator: TestUser,
  workspace: TestWorkspace,
  requested: Partial<EndpointInput<typeof tokens.create>["body"]> = {},
): Promise<TokenClient & { readonly id: string }> {
  // A new session, so that the reauthentication is recent however much time has passed in the test.
  const client = await signIn(env, creator.id);
  const created = await client.call(api.tokens.create, {
    path: { workspace: workspace.handle },
    body: { name: "deploy", scopes: ["project.view"], ...requested },
  });
  const { secret, token } = created.data;
  return Object.assign(new TokenClient(env.createClient(), secret), { id: token.id });
}

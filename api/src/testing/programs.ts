/** Programs for tests: what acts with an access token and has no browser. */
import { api } from "#contracts/api.ts";
import type { Call, Input } from "#contracts/kit.ts";
import type { tokens } from "#contracts/tokens.ts";
import type { Answered, Client, RequestExtras } from "./client.ts";
import { type Person, signIn, type TestWorkspace } from "./people.ts";
import type { World } from "./world.ts";

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

export class Program {
  readonly #client: Client;
  readonly secret: string;

  constructor(client: Client, secret: string) {
    this.#client = client;
    this.secret = secret;
  }

  call<C extends Call>(call: C, input: Input<C>, extras: RequestExtras = {}): Promise<Answered<C>> {
    return this.#client.call(call, input, {
      ...extras,
      headers: { ...bearer(this.secret), ...extras.headers },
    });
  }

  send(method: string, path: string, body?: unknown): Promise<Response> {
    return this.#client.send(method, path, body, { headers: bearer(this.secret) });
  }
}

export async function makeProgram(
  world: World,
  maker: Person,
  workspace: TestWorkspace,
  wanted: Partial<Input<typeof tokens.create>["body"]> = {},
): Promise<Program & { readonly id: string }> {
  // Who they are was proven just now, however much time has passed in the test.
  const client = await signIn(world, maker.id);
  const made = await client.call(api.tokens.create, {
    path: { workspace: workspace.handle },
    body: { name: "deploy", scopes: ["project.view"], ...wanted },
  });
  const { secret, token } = made.data;
  return Object.assign(new Program(world.client(), secret), { id: token.id });
}

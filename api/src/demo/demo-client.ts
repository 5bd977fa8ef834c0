/** A person of the demo using the API from inside the process, signed in like anyone. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { auth } from "#contracts/auth.ts";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { demoPassword } from "./users.ts";

export class DemoClient {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** A session ends while the demo's clock is moved, so each scene signs in anew. */
  async signIn(email: string): Promise<void> {
    this.#cookies.clear();
    await this.call(auth.login, { body: { email, password: demoPassword } });
  }

  async call<C extends Endpoint>(call: C, input: EndpointInput<C>): Promise<EndpointOutput<C>> {
    const given: {
      path?: Record<string, string> | undefined;
      query?: object | undefined;
      body?: unknown;
    } = input;
    const response = await this.#app.inject({
      method: call.method,
      url: call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
        encodeURIComponent(given.path?.[name] ?? ""),
      ),
      query: Object.fromEntries(
        Object.entries(given.query ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      cookies: Object.fromEntries(this.#cookies),
      headers: {
        accept: "application/json",
        "user-agent": "Boreal demo",
        "x-csrf-token": this.#cookies.get("csrf") ?? "",
        ...(call.idempotent === true ? { "idempotency-key": randomUUID() } : {}),
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(call.body === undefined ? {} : { payload: JSON.stringify(given.body) }),
    });
    if (response.statusCode >= 300)
      throw new Error(`${call.id} answered ${response.statusCode}: ${response.body}`);
    for (const cookie of response.cookies) this.#cookies.set(cookie.name, cookie.value);
    return parseResponse<C["response"]>(
      call.response,
      response.body === "" ? null : response.json(),
    );
  }
}

const parseResponse = <R extends z.ZodType>(returns: R, json: unknown): z.output<R> =>
  returns.parse(json);

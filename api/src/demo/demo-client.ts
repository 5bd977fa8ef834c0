/** API client of a demo user; calls the app in-process with a normal session. */
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

  /** Each step signs in again, because sessions expire while the demo's clock is moved. */
  async signIn(email: string): Promise<void> {
    this.#cookies.clear();
    await this.call(auth.login, { body: { email, password: demoPassword } });
  }

  async call<C extends Endpoint>(endpoint: C, input: EndpointInput<C>): Promise<EndpointOutput<C>> {
    const options: {
      path?: Record<string, string> | undefined;
      query?: object | undefined;
      body?: unknown;
    } = input;
    const response = await this.#app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
        encodeURIComponent(options.path?.[name] ?? ""),
      ),
      query: Object.fromEntries(
        Object.entries(options.query ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      cookies: Object.fromEntries(this.#cookies),
      headers: {
        accept: "application/json",
        "user-agent": "Boreal demo",
        "x-csrf-token": this.#cookies.get("csrf") ?? "",
        ...(endpoint.idempotent === true ? { "idempotency-key": randomUUID() } : {}),
        ...(endpoint.body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(endpoint.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
    });
    if (response.statusCode >= 300)
      throw new Error(`${endpoint.id} returned ${response.statusCode}: ${response.body}`);
    for (const cookie of response.cookies) this.#cookies.set(cookie.name, cookie.value);
    return parseResponse<C["response"]>(
      endpoint.response,
      response.body === "" ? null : response.json(),
    );
  }
}

const parseResponse = <R extends z.ZodType>(schema: R, json: unknown): z.output<R> =>
  schema.parse(json);

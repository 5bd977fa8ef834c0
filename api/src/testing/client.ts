/** A browser's HTTP client for tests: cookies, CSRF header and JSON. Every response is validated against its contract. */
import { parseSetCookie, stringifyCookie } from "cookie";
import { z } from "zod";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";

export interface ClientResponse<C extends Endpoint> {
  status: number;
  headers: Headers;
  /** The validated response body; throws if the request was rejected. */
  readonly data: EndpointOutput<C>;
  /** The problem code; null for a successful response. */
  readonly code: string | null;
  /** Validation error codes by field of a 422. */
  readonly fields: Record<string, string>;
  readonly json: unknown;
}

export interface RequestExtras {
  headers?: Record<string, string>;
  /** Omits the CSRF header. */
  withoutCsrf?: boolean;
}

const ProblemBody = z.object({ code: z.string(), reason: z.string().optional() }).loose();
const FieldProblemsBody = z
  .object({ errors: z.record(z.string(), z.array(z.object({ code: z.string() }))) })
  .loose();

/** No test gets a 409 that does not say why. */
function assertReason({ id }: Endpoint, problem: z.infer<typeof ProblemBody> | undefined): void {
  if (problem?.code !== "action_not_possible") return;
  if (problem.reason === undefined) throw new Error(`${id} gives no reason: ${problem.code}`);
}

export class TestClient {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async call<C extends Endpoint>(
    endpoint: C,
    input: EndpointInput<C>,
    extras: RequestExtras = {},
  ): Promise<ClientResponse<C>> {
    const options: {
      path?: Record<string, string> | undefined;
      query?: object | undefined;
      body?: unknown;
    } = input;
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
      encodeURIComponent(options.path?.[name] ?? "missing"),
    );
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const search = query.size > 0 ? `?${query}` : "";
    return this.#toClientResponse(
      endpoint,
      await this.send(endpoint.method, path + search, options.body, extras),
    );
  }

  /** Sends a plain request, for requests that no contract allows. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    extras: RequestExtras = {},
  ): Promise<Response> {
    const csrf = this.cookies.get("csrf");
    const response = await fetch(this.url + path, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        ...(this.cookies.size > 0
          ? { cookie: stringifyCookie(Object.fromEntries(this.cookies)) }
          : {}),
        ...(csrf !== undefined && extras.withoutCsrf !== true ? { "x-csrf-token": csrf } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...extras.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    return response;
  }

  #store(line: string): void {
    const { name, value = "", expires, maxAge } = parseSetCookie(line);
    if (expires?.getTime() === 0 || maxAge === 0) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async #toClientResponse<C extends Endpoint>(
    endpoint: C,
    response: Response,
  ): Promise<ClientResponse<C>> {
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const json: unknown = isJson && text !== "" ? JSON.parse(text) : text === "" ? null : text;
    const problem = ProblemBody.safeParse(json);
    const fields = FieldProblemsBody.safeParse(json);
    assertReason(endpoint, problem.data);
    return {
      status: response.status,
      headers: response.headers,
      json,
      get data(): EndpointOutput<C> {
        if (response.status >= 300)
          throw new Error(`${endpoint.id} returned ${response.status}: ${text}`);
        return parseResponse<C["response"]>(endpoint.response, json);
      },
      code:
        response.status < 400
          ? null
          : problem.success
            ? problem.data.code
            : fields.success
              ? "validation_failed"
              : "none",
      fields: fields.success
        ? Object.fromEntries(
            Object.entries(fields.data.errors).map(([field, problems]) => [
              field,
              problems[0]?.code ?? "",
            ]),
          )
        : {},
    };
  }
}

const parseResponse = <R extends z.ZodType>(schema: R, json: unknown): z.output<R> =>
  schema.parse(json);

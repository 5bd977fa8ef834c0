/** A browser's side of the wire in tests: cookies, CSRF header, JSON; every answer held to its contract. */
import { z } from "zod";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";

export interface ClientResponse<C extends Endpoint> {
  status: number;
  headers: Headers;
  /** The answer, checked against the contract; throws where the call was refused. */
  readonly data: EndpointOutput<C>;
  /** The refusal's code; null where it went well. */
  readonly code: string | null;
  /** Codes by field of a 422. */
  readonly fields: Record<string, string>;
  readonly json: unknown;
}

export interface RequestExtras {
  headers?: Record<string, string>;
  /** Leaves the CSRF header out. */
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
    call: C,
    input: EndpointInput<C>,
    extras: RequestExtras = {},
  ): Promise<ClientResponse<C>> {
    const given: {
      path?: Record<string, string> | undefined;
      query?: object | undefined;
      body?: unknown;
    } = input;
    const path = call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) =>
      encodeURIComponent(given.path?.[name] ?? "missing"),
    );
    const query = new URLSearchParams(
      Object.entries(given.query ?? {}).flatMap(([name, value]): [string, string][] =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const search = query.size > 0 ? `?${query}` : "";
    return this.#answered(call, await this.send(call.method, path + search, given.body, extras));
  }

  /** The bare request, for what no contract allows. */
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
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
          : {}),
        ...(csrf !== undefined && extras.withoutCsrf !== true ? { "x-csrf-token": csrf } : {}),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...extras.headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    const ended = attributes.some(
      (attribute) =>
        /^\s*expires=Thu, 01 Jan 1970/i.test(attribute) || /^\s*max-age=0/i.test(attribute),
    );
    if (ended) this.cookies.delete(name);
    else this.cookies.set(name, decodeURIComponent(pair.slice(at + 1)));
  }

  async #answered<C extends Endpoint>(call: C, response: Response): Promise<ClientResponse<C>> {
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
    const json: unknown = isJson && text !== "" ? JSON.parse(text) : text === "" ? null : text;
    const rejected = ProblemBody.safeParse(json);
    const fields = FieldProblemsBody.safeParse(json);
    assertReason(call, rejected.data);
    return {
      status: response.status,
      headers: response.headers,
      json,
      get data(): EndpointOutput<C> {
        if (response.status >= 300)
          throw new Error(`${call.id} answered ${response.status}: ${text}`);
        return parseResponse<C["response"]>(call.response, json);
      },
      code:
        response.status < 400
          ? null
          : rejected.success
            ? rejected.data.code
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

const parseResponse = <R extends z.ZodType>(returns: R, json: unknown): z.output<R> =>
  returns.parse(json);

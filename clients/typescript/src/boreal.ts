/** The client: every call an access token may make, typed, with retries that do nothing twice. */
import type { OperationInput, CallOptions, Operation, Page } from "./operation.ts";
import { BorealError, parseError } from "./boreal-error.ts";
import { Calls } from "./generated/calls.gen.ts";
import { buildUrl, normalizeBaseUrl, checkToken, generateIdempotencyKey } from "./request.ts";
import { type Answer, type Route, routeTo } from "./route.ts";
import { isRetryable, type Retry, sleep, retryDelay } from "./retries.ts";

export type { CallOptions, Page } from "./operation.ts";
export { BorealError, type ErrorParams, type FieldProblem } from "./boreal-error.ts";
export type * from "./generated/calls.gen.ts";
export type { Retry } from "./retries.ts";

export interface BorealOptions {
  /** Where Boreal answers, such as `https://console.example.com`. */
  readonly url: string | URL;
  /** An access token of the workspace; not needed for what anybody may read. */
  readonly token?: string | undefined;
  /** How often a call is made again at most; 3 unless said. */
  readonly retries?: number;
  /** A server that asks for a longer wait than this gets no retry; 60 seconds unless said. */
  readonly longestWaitMs?: number;
  /** How long one try may take; 30 seconds unless said. */
  readonly timeoutMs?: number;
  /** Told before each wait. */
  readonly onRetry?: (retry: Retry) => void;
  /** Instead of the usual one, which on Node goes through the proxy that the environment names. */
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random?: () => number;
}

export class Boreal extends Calls {
  readonly url: string;
  // A private member shows in no log and no inspection.
  readonly #headers: () => Record<string, string>;
  readonly #options: Required<Omit<BorealOptions, "url" | "token" | "onRetry" | "fetch">>;
  readonly #onRetry: (retry: Retry) => void;
  #route: Promise<Route> | undefined;

  constructor(options: BorealOptions) {
    super();
    this.url = normalizeBaseUrl(options.url);
    const token = options.token === undefined ? null : checkToken(options.token);
    this.#headers = () => ({
      accept: "application/json",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    });
    this.#options = {
      retries: options.retries ?? 3,
      longestWaitMs: options.longestWaitMs ?? 60_000,
      timeoutMs: options.timeoutMs ?? 30_000,
      sleep: options.sleep ?? sleep,
      random: options.random ?? (() => Math.random()),
    };
    this.#onRetry = options.onRetry ?? (() => undefined);
    const { fetch: given } = options;
    if (given !== undefined)
      this.#route = Promise.resolve({ send: (...args) => given(...args), proxy: null });
  }

  /** Every row of a list, page after page: `for await (const project of boreal.each(boreal.projects.list, { path }))`. */
  async *each<Row, Input extends { query?: object }>(
    list: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
    input: Input,
    options?: CallOptions,
  ): AsyncGenerator<Row, void, undefined> {
    let answer = await list(input, options);
    yield* answer.data;
    while (answer.meta.next !== null) {
      const { page, next } = answer.meta;
      const query = { ...input.query, page: page + 1, after: next, before: undefined };
      answer = await list({ ...input, query }, options);
      yield* answer.data;
    }
  }

  protected override async send<T>(
    endpoint: Operation,
    input: OperationInput,
    options: CallOptions = {},
  ): Promise<T> {
    const address = this.url + buildUrl(endpoint, input);
    const headers = {
      ...this.#headers(),
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...(endpoint.acceptsIdempotencyKey && {
        "idempotency-key": options.idempotencyKey ?? generateIdempotencyKey(),
      }),
    };
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const request = { method: endpoint.method, headers, ...body };
    const { retries, longestWaitMs, random } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const created = await this.#try<T>(address, request, options.signal);
      if (!(created instanceof BorealError)) return created.answer;
      const waitMs = retryDelay(created, attempt, random);
      if (attempt > retries || waitMs > longestWaitMs || !isRetryable(endpoint, created))
        throw created;
      this.#onRetry({ call: endpoint.id, attempt, waitMs, error: created });
      await this.#options.sleep(waitMs, options.signal);
    }
  }

  /** One try: the answer, or what is to be said of it. Throws only when it was given up. */
  async #try<T>(
    address: string,
    request: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: string;
    },
    given: AbortSignal | undefined,
  ): Promise<{ answer: T } | BorealError> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const { send, proxy } = await (this.#route ??= routeTo(this.url));
    let response: Answer;
    let text: string;
    try {
      // A redirect would take the token to an address nobody named.
      const asked = { ...request, signal, redirect: "error", credentials: "omit" } as const;
      response = await send(address, asked);
      text = await response.text();
    } catch (cause) {
      given?.throwIfAborted();
      return this.#noAnswer(cause, { isLate: timeout.aborted, proxy });
    }
    return response.ok ? parseResponse<T>(response, text) : parseError(response, text);
  }

  #noAnswer(
    cause: unknown,
    { isLate, proxy }: { readonly isLate: boolean; readonly proxy: string | null },
  ): BorealError {
    const through = proxy === null ? "" : ` through the proxy ${proxy}`;
    if (isLate) {
      const seconds = this.#options.timeoutMs / 1_000;
      const message = `No answer from ${this.url}${through} within ${seconds} seconds`;
      return new BorealError({ status: 0, code: "timeout", message });
    }
    const message = `${this.url} could not be reached${through}: ${errorReason(cause)}`;
    return new BorealError({ status: 0, code: "network_error", message }, { cause });
  }
}

/** Fetch says only that it failed; what happened is behind that. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? errorReason(error.cause) : error.message;
}

/** Something else than Boreal may answer at an address: a page of a proxy is no answer. */
function parseResponse<T>(response: Answer, text: string): { answer: T } | BorealError {
  try {
    return { answer: JSON.parse(response.status === 204 ? "null" : text) };
  } catch {
    return new BorealError({
      status: response.status,
      code: "unexpected_answer",
      message: "What answered there is not Boreal: it did not send JSON",
      requestId: response.headers.get("x-request-id"),
    });
  }
}

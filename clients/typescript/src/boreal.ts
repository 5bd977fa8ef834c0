/** The client: all endpoints that accept access tokens, typed, with retries that never repeat a change. */
import type { OperationInput, CallOptions, Operation, Page } from "./operation.ts";
import { BorealError, parseError } from "./boreal-error.ts";
import { Calls } from "./generated/calls.gen.ts";
import { buildUrl, normalizeBaseUrl, checkToken, generateIdempotencyKey } from "./request.ts";
import { type HttpResponse, type Route, routeTo } from "./route.ts";
import { isRetryable, type Retry, sleep, retryDelay } from "./retries.ts";

export type { CallOptions, Page } from "./operation.ts";
export { BorealError, type ErrorParams, type FieldProblem } from "./boreal-error.ts";
export type * from "./generated/calls.gen.ts";
export type { Retry } from "./retries.ts";

export interface BorealOptions {
  /** URL of the console, such as `https://console.example.com`. */
  readonly url: string | URL;
  /** An access token of the workspace; not needed for public endpoints. */
  readonly token?: string | undefined;
  /** Maximum number of retries of a request; default 3. */
  readonly retries?: number;
  /** A request is not retried if the server requests a longer wait than this; default 60 seconds. */
  readonly longestWaitMs?: number;
  /** Timeout of each attempt; default 30 seconds. */
  readonly timeoutMs?: number;
  /** Called before the wait of each retry. */
  readonly onRetry?: (retry: Retry) => void;
  /** Replaces the default fetch, which on Node uses the proxy set in the environment. */
  readonly fetch?: typeof fetch;
  readonly sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  readonly random?: () => number;
}

export class Boreal extends Calls {
  readonly url: string;
  // Private members do not appear in logs and inspections.
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
    const { fetch: customFetch } = options;
    if (customFetch !== undefined)
      this.#route = Promise.resolve({ send: (...args) => customFetch(...args), proxy: null });
  }

  /** Iterates over all rows of a list and loads page by page: `for await (const project of boreal.each(boreal.projects.list, { path }))`. */
  async *each<Row, Input extends { query?: object }>(
    list: (input: Input, options?: CallOptions) => Promise<Page<Row>>,
    input: Input,
    options?: CallOptions,
  ): AsyncGenerator<Row, void, undefined> {
    let result = await list(input, options);
    yield* result.data;
    while (result.meta.next !== null) {
      const { page, next } = result.meta;
      const query = { ...input.query, page: page + 1, after: next, before: undefined };
      result = await list({ ...input, query }, options);
      yield* result.data;
    }
  }

  protected override send<T>(
    operation: Operation,
    input: OperationInput,
    options: CallOptions = {},
  ): Promise<T> {
    return this.#request(operation, input, {
      options,
      read: async (response) => parseResponse<T>(response, await response.text()),
    });
  }

  protected override sendFile(
    operation: Operation,
    input: OperationInput,
    options: CallOptions = {},
  ): Promise<Uint8Array> {
    return this.#request(operation, input, {
      options,
      read: async (response) => ({ result: new Uint8Array(await response.arrayBuffer()) }),
    });
  }

  async #request<T>(
    operation: Operation,
    input: OperationInput,
    { options, read }: { readonly options: CallOptions; readonly read: ReadResponse<T> },
  ): Promise<T> {
    const url = this.url + buildUrl(operation, input);
    const headers = {
      ...this.#headers(),
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...(operation.acceptsIdempotencyKey && {
        "idempotency-key": options.idempotencyKey ?? generateIdempotencyKey(),
      }),
    };
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const request = { method: operation.method, headers, ...body };
    const { retries, longestWaitMs, random } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt(url, request, { callerSignal: options.signal, read });
      if (!(outcome instanceof BorealError)) return outcome.result;
      const waitMs = retryDelay(outcome, attempt, random);
      if (attempt > retries || waitMs > longestWaitMs || !isRetryable(operation, outcome))
        throw outcome;
      this.#onRetry({ call: operation.id, attempt, waitMs, error: outcome });
      await this.#options.sleep(waitMs, options.signal);
    }
  }

  /** Sends the request once. Returns the result or an error; throws only if the caller aborts. */
  async #attempt<T>(
    url: string,
    request: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: string;
    },
    {
      callerSignal,
      read,
    }: { readonly callerSignal: AbortSignal | undefined; readonly read: ReadResponse<T> },
  ): Promise<{ result: T } | BorealError> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMs);
    const signal = callerSignal === undefined ? timeout : AbortSignal.any([callerSignal, timeout]);
    const { send, proxy } = await (this.#route ??= routeTo(this.url));
    try {
      // Following a redirect would send the token to another server.
      const init = { ...request, signal, redirect: "error", credentials: "omit" } as const;
      const response = await send(url, init);
      return response.ok ? await read(response) : parseError(response, await response.text());
    } catch (cause) {
      callerSignal?.throwIfAborted();
      return this.#noResponse(cause, { isLate: timeout.aborted, proxy });
    }
  }

  #noResponse(
    cause: unknown,
    { isLate, proxy }: { readonly isLate: boolean; readonly proxy: string | null },
  ): BorealError {
    const through = proxy === null ? "" : ` through the proxy ${proxy}`;
    if (isLate) {
      const seconds = this.#options.timeoutMs / 1_000;
      const message = `No response from ${this.url}${through} within ${seconds} seconds`;
      return new BorealError({ status: 0, code: "timeout", message });
    }
    const message = `${this.url} could not be reached${through}: ${errorReason(cause)}`;
    return new BorealError({ status: 0, code: "network_error", message }, { cause });
  }
}

/** Reads the body of a successful response. */
type ReadResponse<T> = (response: HttpResponse) => Promise<{ result: T } | BorealError>;

/** The message of the innermost cause; fetch's own message only says that it failed. */
function errorReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? errorReason(error.cause) : error.message;
}

/** Parses the JSON of a response. A page of a proxy, for example, is an `unexpected_answer` error. */
function parseResponse<T>(response: HttpResponse, text: string): { result: T } | BorealError {
  try {
    return { result: JSON.parse(response.status === 204 ? "null" : text) };
  } catch {
    return new BorealError({
      status: response.status,
      code: "unexpected_answer",
      message: "The server at this URL isn't Boreal: its response isn't JSON",
      requestId: response.headers.get("x-request-id"),
    });
  }
}

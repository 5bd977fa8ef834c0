/** HTTP client of the console: sends an endpoint's request; returns the typed response or throws a ProblemError. */
import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { apiAddress } from "./api-origin.ts";
import { syncServerTime, serverNow } from "./server-clock.ts";
import { readCookie } from "../browser/cookies.ts";
import { serverPage } from "../browser/page-scope.ts";
import { reauthenticationCancelled, ProblemError, networkError } from "./problem-error.ts";
import { parseResponse, readProblem } from "./response-body.ts";
import { recordSnapshot } from "./data-freshness.ts";

/** Untyped form of `EndpointInput`: what the request is built from. */
export interface RequestInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** The properties of an endpoint that a request needs. They come from a contract or from the OpenAPI document. */
export interface RequestEndpoint
  extends Pick<Endpoint, "path" | "method" | "mutates" | "idempotent"> {
  readonly responseFileType?: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Created when the form opens, so that submitting twice places one order. */
  readonly idempotencyKey?: string | undefined;
  /** Last request of this document, which is left after the response: no further request is sent until then. */
  readonly isFinal?: true;
  /** Receives each response, including problems, with its duration in milliseconds. */
  readonly onResponse?: (response: Response, tookMs: number) => void;
}

/** Callbacks of the session. The session registers them itself, so that this file does not depend on it. */
export interface SessionHooks {
  /** CSRF token of the session that this tab knows; null before there is one. */
  csrf: () => string | null;
  /** Runs before a mutation; throws when another user took over the browser's session. */
  beforeWrite: () => Promise<void>;
  /** Called when the server no longer knows the session. */
  sessionLost: () => void;
  /**
   * Called with the start time of maintenance, or null once it is over. A rejected request also passes the message of
   * the staff, or null.
   */
  maintenance: (startedAt: string | null, message?: string | null) => void;
  /** Called with the start time of the announced maintenance, or null without one. */
  maintenanceAnnounced: (startsAt: string | null) => void;
}

let hooks: SessionHooks = {
  csrf: () => null,
  beforeWrite: () => Promise.resolve(),
  sessionLost: () => undefined,
  maintenance: () => undefined,
  maintenanceAnnounced: () => undefined,
};

export function setSessionHooks(next: SessionHooks): void {
  hooks = next;
}

/** Asks the user to reauthenticate; resolves to whether they did. */
type Reauthenticate = () => Promise<boolean>;

let reauthenticate: Reauthenticate = () => Promise.resolve(false);

/** Registers the reauthentication dialog, so that this file does not depend on it. */
export function setReauthenticationHandler(ask: Reauthenticate): void {
  reauthenticate = ask;
}

let running = new AbortController();

/** Aborts all requests in flight: no response may arrive after the user left. */
export function abortAllRequests(): void {
  running.abort();
  running = new AbortController();
}

let isLeaving = false;

/** The document is being left: no request is answered any more, so that nothing shows or redirects until then. */
export function stopRequests(): void {
  isLeaving = true;
  abortAllRequests();
}

const never = () => new Promise<never>(() => undefined);

let pausedUntil = 0;

/** Milliseconds until background requests may be sent again after a 429. */
export const retryAfterMilliseconds = (): number => Math.max(0, pausedUntil - serverNow());

const sessionLostCodes: ReadonlySet<string> = new Set([
  "no_session",
  "authentication_failed_no_session_found_ch",
  "authentication_error_invalid_csrf",
]);

export function buildUrl(contract: Pick<Endpoint, "path">, input: RequestInput): string {
  const path = contract.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = input.path?.[name];
    if (value === undefined) throw new Error(`${contract.path} needs ${name}`);
    return encodeURIComponent(value.toWellFormed());
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    if (text !== "" && text !== "null") search.set(name, text);
  }
  return search.size === 0 ? path : `${path}?${search}`;
}

let pendingMutations = 0;

/** Whether a mutation is in flight. */
export const isWriting = (): boolean => pendingMutations > 0;

const mutationWaiters = new Set<() => void>();

/** Runs `then` once no mutation of this tab is in flight and its callers have handled the response. */
export function afterPendingMutations(then: () => void): void {
  if (pendingMutations === 0) then();
  else mutationWaiters.add(then);
}

async function trackMutation<T>(response: Promise<T>): Promise<T> {
  pendingMutations++;
  try {
    return await response;
  } finally {
    pendingMutations--;
    setTimeout(() => {
      if (pendingMutations > 0) return;
      const ready = [...mutationWaiters];
      mutationWaiters.clear();
      for (const then of ready) then();
    });
  }
}

/** Whether the endpoint changes something: any method but GET, and GET requests with side effects. */
export const isMutation = ({ method, mutates }: RequestEndpoint): boolean =>
  method !== "GET" || mutates === true;

/** Reads the headers of every response: server time and maintenance. */
export function heardFromServer({ headers }: Response): void {
  syncServerTime(headers.get("date"));
  hooks.maintenance(headers.get("x-maintenance-started-at"));
  hooks.maintenanceAnnounced(headers.get("x-maintenance-starts-at"));
}

async function fetchEndpoint(
  contract: RequestEndpoint,
  input: RequestInput,
  options: RequestOptions,
): Promise<Response> {
  const isWrite = isMutation(contract);
  if (isWrite) await hooks.beforeWrite();
  const headers = new Headers({ accept: contract.responseFileType ?? "application/json" });
  const csrf = hooks.csrf() ?? readCookie("csrf");
  if (isWrite && csrf !== null) headers.set("x-csrf-token", csrf);
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);

  const signals =
    options.signal === undefined ? [running.signal] : [running.signal, options.signal];
  const signal = AbortSignal.any(signals);
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  const startedAt = performance.now();
  let response: Response;
  try {
    response = await fetch(apiAddress(buildUrl(contract, input)), {
      method: contract.method,
      headers,
      body,
      signal,
      credentials: "include",
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw networkError();
  }
  heardFromServer(response);
  options.onResponse?.(response.clone(), performance.now() - startedAt);
  if (response.ok) return response;

  const problem = await readProblem(response);
  if (problem.code === "maintenance")
    hooks.maintenance(
      response.headers.get("x-maintenance-started-at"),
      staffMaintenanceMessage(problem),
    );
  if (problem.status === 429) pausedUntil = serverNow() + (problem.retryAfterSeconds ?? 0) * 1_000;
  if (problem.status === 401 && sessionLostCodes.has(problem.code)) hooks.sessionLost();
  throw problem;
}

function staffMaintenanceMessage({ reason, params }: ProblemError): string | null {
  const { text } = params;
  return reason === "maintenance_message" && typeof text === "string" ? text : null;
}

/** Sends a request of which only method, path and input are known; returns the raw response. */
export async function requestRaw(
  contract: RequestEndpoint,
  input: RequestInput,
  options: RequestOptions = {},
): Promise<Response> {
  // The server renders from the page's first answers; whatever else is requested leaves the page to the browser.
  if (isLeaving || serverPage() !== null) return never();
  isLeaving = options.isFinal === true;
  const { idempotencyKey = crypto.randomUUID(), ...rest } = options;
  const how = contract.idempotent === true ? { ...rest, idempotencyKey } : rest;
  try {
    return await fetchEndpoint(contract, input, how);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "confirmation_required") throw error;
    if (!(await reauthenticate())) throw reauthenticationCancelled();
    // Repeat the same request once: a user who reauthenticated is not prompted again.
    return fetchEndpoint(contract, input, how);
  }
}

/** Like `request`, with a body that its schema has validated instead of its type. */
export const requestUntyped = <C extends Endpoint>(
  contract: C,
  input: RequestInput,
  options: RequestOptions = {},
): Promise<EndpointOutput<C>> => {
  const response = requestParsed(contract, input, options);
  return isMutation(contract) ? trackMutation(response) : response;
};

async function requestParsed(
  contract: RequestEndpoint,
  input: RequestInput,
  options: RequestOptions,
) {
  const response = await requestRaw(contract, input, options);
  const result = await parseResponse(contract, response);
  recordSnapshot(result, response.headers.get("x-seen-changes"));
  return result;
}

/** Sends the request of an endpoint. */
export const request = <C extends Endpoint>(
  contract: C,
  input: EndpointInput<C> & RequestInput,
  options: RequestOptions = {},
): Promise<EndpointOutput<C>> => requestUntyped(contract, input, options);

/** A query: its key and its query function. */
export interface QueryDefinition<T> {
  /** The request that the query sends. */
  readonly sends: { readonly call: Endpoint; readonly input: RequestInput };
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
}

/** Key of a query. No parameters and only undefined ones are the same. */
export const endpointKey = (
  { id }: Pick<Endpoint, "id">,
  { path, query = {} }: RequestInput,
): readonly unknown[] => [
  id,
  path ?? null,
  Object.values(query).some((value) => value !== undefined) ? query : null,
];

/** One definition for the loader, the hook and the invalidation of a query. */
export const endpointQuery = <C extends Endpoint>(
  contract: C,
  input: EndpointInput<C> & RequestInput,
): QueryDefinition<EndpointOutput<C>> => ({
  sends: { call: contract, input },
  queryKey: endpointKey(contract, input),
  queryFn: ({ signal }) => requestUntyped(contract, input, { signal }),
});

/** Starts queries before the page renders. Errors are reported where the page uses the query. */
export function prefetch(client: QueryClient, ...reads: readonly QueryDefinition<unknown>[]): void {
  for (const read of reads) client.query(read).catch(() => undefined);
}

/** Invalidates all queries of these endpoints; active ones are refetched. */
export async function invalidate(
  client: QueryClient,
  ...contracts: readonly Pick<Endpoint, "id">[]
): Promise<void> {
  await Promise.all(contracts.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
}

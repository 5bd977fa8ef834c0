/** The one way to the server: a contract's call in, its typed answer or a ProblemError out. */
import type { QueryClient } from "@tanstack/react-query";
import type { Endpoint, EndpointInput, EndpointOutput } from "#contracts/endpoint.ts";
import { apiAddress } from "./api-origin.ts";
import { syncServerTime, serverNow } from "./server-clock.ts";
import { readCookie } from "../browser/cookies.ts";
import {
  reauthenticationCancelled,
  ProblemError,
  parseProblem,
  networkError,
} from "./problem-error.ts";
import { recordSnapshot } from "./data-freshness.ts";

/** What `Input` comes down to on the wire. */
export interface RequestInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

/** What of a call the way to the server needs to know: of a contract's, or of one read from the API document. */
export interface RequestEndpoint
  extends Pick<Endpoint, "path" | "method" | "mutates" | "idempotent"> {
  readonly responseFileType?: string;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** Made when the form opens, so that pressing twice orders once. */
  readonly idempotencyKey?: string | undefined;
  /** The document's last: it is left when this one is answered, and nothing more is asked until then. */
  readonly isFinal?: true;
  /** Gets each answer as it came, refusals too, with the milliseconds it took. */
  readonly onResponse?: (response: Response, tookMs: number) => void;
}

/** What the session has to say about each call; it introduces itself, so that this file knows nothing of it. */
export interface SessionHooks {
  /** The token of the session this tab believes in, null before there is one. */
  csrf: () => string | null;
  /** Runs before a write; refuses when another user took over the browser's session. */
  beforeWrite: () => Promise<void>;
  /** The server no longer knows the session. */
  sessionLost: () => void;
  /** Maintenance began at that time; null once it is over. A refused request also says what staff wrote. */
  maintenance: (startedAt: string | null, message?: string) => void;
}

let hooks: SessionHooks = {
  csrf: () => null,
  beforeWrite: () => Promise.resolve(),
  sessionLost: () => undefined,
  maintenance: () => undefined,
};

export function setSessionHooks(next: SessionHooks): void {
  hooks = next;
}

/** Asks whoever sits there to prove who they are; whether they did. */
type Reauthenticate = () => Promise<boolean>;

let reauthenticate: Reauthenticate = () => Promise.resolve(false);

/** The dialog that asks introduces itself too. */
export function setReauthenticationHandler(ask: Reauthenticate): void {
  reauthenticate = ask;
}

let running = new AbortController();

/** Drops every call on its way: after leaving, no answer may come in. */
export function abortAllRequests(): void {
  running.abort();
  running = new AbortController();
}

let isLeaving = false;
const never = () => new Promise<never>(() => undefined);

let pausedUntil = 0;

/** Milliseconds the server asked everyone in the background to wait (429). */
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

async function parseJsonOrNull(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null; // No JSON: an empty answer, or a page of something in between.
  }
}

const fileName = /filename="?([^";]+)"?/;

/** The contract's answer test parses every answer; here the server is trusted. */
async function parseResponse(contract: RequestEndpoint, response: Response) {
  if (contract.responseFileType === undefined)
    return JSON.parse(response.status === 204 ? "null" : await response.text());
  const name = fileName.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

let pendingMutations = 0;

/** Whether a request that changes something is in flight. */
export const isWriting = (): boolean => pendingMutations > 0;

const mutationWaiters = new Set<() => void>();

/** Once no write of this tab is on its way, and whoever made one has said what becomes of the page. */
export function afterPendingMutations(then: () => void): void {
  if (pendingMutations === 0) then();
  else mutationWaiters.add(then);
}

async function trackMutation<T>(answer: Promise<T>): Promise<T> {
  pendingMutations++;
  try {
    return await answer;
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

/** It does something: more than a read, and no link may bring it about. */
export const isMutation = ({ method, mutates }: RequestEndpoint): boolean =>
  method !== "GET" || mutates === true;

/** What every answer says besides: the time, and whether there is maintenance. */
export function heardFromServer({ headers }: Response): void {
  syncServerTime(headers.get("date"));
  hooks.maintenance(headers.get("x-maintenance-started-at"));
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
  const asked = performance.now();
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
  options.onResponse?.(response.clone(), performance.now() - asked);
  if (response.ok) return response;

  const problem = parseProblem(response.status, await parseJsonOrNull(response), response.headers);
  if (problem.code === "maintenance")
    hooks.maintenance(response.headers.get("x-maintenance-started-at"), problem.message);
  if (problem.status === 429) pausedUntil = serverNow() + (problem.retryAfterSeconds ?? 0) * 1_000;
  if (problem.status === 401 && sessionLostCodes.has(problem.code)) hooks.sessionLost();
  throw problem;
}

/** Makes a call of which nothing but its place on the wire is known; the answer as it came. */
export async function requestRaw(
  contract: RequestEndpoint,
  input: RequestInput,
  options: RequestOptions = {},
): Promise<Response> {
  if (isLeaving) return never();
  isLeaving = options.isFinal === true;
  const { idempotencyKey = crypto.randomUUID(), ...rest } = options;
  const how = contract.idempotent === true ? { ...rest, idempotencyKey } : rest;
  try {
    return await fetchEndpoint(contract, input, how);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "confirmation_required") throw error;
    if (!(await reauthenticate())) throw reauthenticationCancelled();
    // The very same call, once: who confirmed is not asked twice.
    return fetchEndpoint(contract, input, how);
  }
}

/** As `call`, with a body that was checked by its schema instead of by its type. */
export const requestUntyped = <C extends Endpoint>(
  contract: C,
  input: RequestInput,
  options: RequestOptions = {},
): Promise<EndpointOutput<C>> => {
  const answer = requestParsed(contract, input, options);
  return isMutation(contract) ? trackMutation(answer) : answer;
};

async function requestParsed(
  contract: RequestEndpoint,
  input: RequestInput,
  options: RequestOptions,
) {
  const response = await requestRaw(contract, input, options);
  const answer = await parseResponse(contract, response);
  recordSnapshot(answer, response.headers.get("x-seen-changes"));
  return answer;
}

/** Makes a call. */
export const request = <C extends Endpoint>(
  contract: C,
  input: EndpointInput<C> & RequestInput,
  options: RequestOptions = {},
): Promise<EndpointOutput<C>> => requestUntyped(contract, input, options);

/** A read: its key, and how to ask. */
export interface QueryDefinition<T> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T>;
}

/** One object for the loader, the hook and the invalidation of a read. */
export const endpointQuery = <C extends Endpoint>(
  contract: C,
  input: EndpointInput<C> & RequestInput,
): QueryDefinition<EndpointOutput<C>> => ({
  queryKey: [contract.id, input.path ?? null, input.query ?? null],
  queryFn: ({ signal }) => requestUntyped(contract, input, { signal }),
});

/** Starts reads before the page is there; a refusal shows itself where the page asks. */
export function prefetch(client: QueryClient, ...reads: readonly QueryDefinition<unknown>[]): void {
  for (const read of reads) client.query(read).catch(() => undefined);
}

/** Everything read by these calls is asked for again where it is shown. */
export async function invalidate(
  client: QueryClient,
  ...contracts: readonly Pick<Endpoint, "id">[]
): Promise<void> {
  await Promise.all(contracts.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
}

/** Worth asking again at once: no answer, or a server that is just starting. */
export const isTransientError = (error: Error): boolean =>
  error instanceof ProblemError &&
  (error.status === 0 || error.status === 502 || error.status === 503 || error.status === 504);

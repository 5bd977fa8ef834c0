/**
 * The first answers of a page: the server reads them through its own request pipeline and puts them into the HTML, so
 * that the console shows its first view without a request. Whatever the API rejects is left out, and the console
 * requests it.
 */
import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import { auth } from "#contracts/auth.ts";
import { type Endpoint, isSessionless } from "#contracts/endpoint.ts";
import { rememberedRows } from "#contracts/rows-per-page.ts";
import { handlePattern } from "#contracts/text.ts";
import { countRequest, readSessionCredentials } from "./before-body.ts";
import { isMutation } from "./csrf.ts";
import { runCounted } from "./internal-request.ts";
import type { ConcurrencyLimit } from "./page-limits.ts";
import type { ServerDeps } from "./register-endpoints.ts";

/** A request whose answer a page shows first. */
export interface FirstRequest {
  /** Endpoint id, path values and query: the key of the console's query. */
  readonly id: string;
  readonly path: Readonly<Record<string, string>> | null;
  readonly query: Readonly<Record<string, string>> | null;
  readonly url: string;
}

/** An answer as the API gave it. */
export interface FirstAnswer extends FirstRequest {
  /** The `X-Seen-Changes` header; null if the answer belongs to no workspace. */
  readonly seen: string | null;
  /** JSON text. */
  readonly body: string;
}

interface Declared {
  readonly endpoint: Endpoint;
  readonly page: string;
  readonly query: string | null;
}

/** Whether an endpoint answers without a session: to anyone, or to whoever has the token of a link. */
const isForGuests = ({ access }: Endpoint) => isSessionless(access);

const declared: readonly Declared[] = allEndpoints.flatMap((endpoint) =>
  (endpoint.preload?.pages ?? []).map((page) => {
    if (isMutation(endpoint)) throw new Error(`${endpoint.id}: opening a page must change nothing`);
    return { endpoint, page, query: endpoint.preload?.query ?? null };
  }),
);
const ofGuests = declared.filter(({ endpoint }) => isForGuests(endpoint));
const ofSessions = declared.filter(({ endpoint }) => !isForGuests(endpoint));

const matches = (page: string, route: string): boolean =>
  page.endsWith("/*") ? route.startsWith(page.slice(0, -1)) : page === route;

const selfRequest: FirstRequest = {
  id: auth.self.id,
  path: null,
  query: null,
  url: auth.self.path,
};

/**
 * The first requests of a page by its route, such as `/$workspace/instances`, and its path without the query. A page
 * with search parameters (`isInitial` is false) asks for another list. `rowsCookie` holds the rows per page that the
 * user chose for each list.
 */
export function firstRequests(
  route: string | undefined,
  path: string,
  isInitial: boolean,
  rowsCookie: string | null,
): readonly FirstRequest[] {
  const workspace = path.split("/")[1] ?? "";
  const shown = ofSessions.filter(
    ({ page, endpoint, query }) =>
      route !== undefined &&
      matches(page, route) &&
      (isInitial || (query === null && endpoint.query === undefined)) &&
      (handlePattern.test(workspace) || !endpoint.path.includes(":workspace")),
  );
  return [selfRequest, ...shown.map((one) => toRequest(one, workspace, rowsCookie))];
}

function toRequest(
  { endpoint, query }: Declared,
  workspace: string,
  rowsCookie: string | null,
): FirstRequest {
  const values = new URLSearchParams(query ?? "");
  const rows = endpoint.query === undefined ? null : rememberedRows(rowsCookie, endpoint.id);
  if (rows !== null) values.set("perPage", rows);
  return {
    id: endpoint.id,
    path: endpoint.path.includes(":workspace") ? { workspace } : null,
    query: values.size === 0 ? null : Object.fromEntries(values),
    url: endpoint.path.replace(":workspace", workspace) + (values.size === 0 ? "" : `?${values}`),
  };
}

/**
 * The first requests of a page of a guest. `inviteToken` is the token of the invite link that the guest opened; null
 * without one.
 */
export const guestRequests = (
  route: string | undefined,
  inviteToken: string | null,
): readonly FirstRequest[] =>
  ofGuests
    .filter(
      ({ page, endpoint }) =>
        page === route && (inviteToken !== null || !endpoint.path.includes(":token")),
    )
    .map(({ endpoint: { id, path } }) => ({
      id,
      path: path.includes(":token") && inviteToken !== null ? { token: inviteToken } : null,
      query: null,
      url: path.replace(":token", inviteToken ?? ""),
    }));

interface Reading {
  readonly app: FastifyInstance;
  readonly platform: ServerDeps;
  /** Milliseconds after which the page goes out without answers. */
  readonly withinMs: number;
  readonly limit: ConcurrencyLimit;
}

/**
 * The answers to a page's first requests; null if they were not read: during maintenance, above the rate limit, while
 * too many pages are read, or not in time; for a page of a session also without a session cookie. Without a valid
 * session such a page has none.
 */
export async function readFirstAnswers(
  reading: Reading,
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: readonly FirstRequest[],
): Promise<readonly FirstAnswer[] | null> {
  const { platform, withinMs, limit } = reading;
  if (request.method !== "GET" || platform.maintenance.startedAt !== null) return null;
  if (needsSession(wanted) && readSessionCredentials(request, platform).token === null) return null;
  const responses = limit.run(() => readAll(reading, request, wanted));
  if (responses === null) return null;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), withinMs);
  const read = responses.catch((error: unknown) => {
    request.log.warn({ err: error }, "the first answers of a page were not read");
    return null;
  });
  const answers = await Promise.race([read, late.promise]).finally(() => clearTimeout(timer));
  if (answers === null) return null;
  for (const cookie of answers.cookies) reply.header("set-cookie", cookie);
  return answers.found;
}

const needsSession = (wanted: readonly FirstRequest[]) => wanted[0]?.id === auth.self.id;

async function readAll(
  { app, platform }: Reading,
  request: FastifyRequest,
  wanted: readonly FirstRequest[],
) {
  // A page with its answers counts as one request.
  await countRequest(platform, request);
  const headers = {
    host: request.headers.host ?? "",
    cookie: request.headers.cookie ?? "",
    "user-agent": request.headers["user-agent"] ?? "",
    accept: "application/json",
    "sec-fetch-mode": "cors",
    "sec-fetch-site": "same-origin",
  };
  const responses = await runCounted(() =>
    Promise.all(
      wanted.map(({ url }) =>
        app.inject({ method: "GET", url, headers, remoteAddress: request.ip }),
      ),
    ),
  );
  const cookies = responses.flatMap(({ headers: { "set-cookie": set } }) => set ?? []);
  // Without a session the other endpoints have answered with 401 too, or with what any visitor may see.
  const hasSession = !needsSession(wanted) || responses[0]?.statusCode === 200;
  const found = wanted.flatMap((one, at): FirstAnswer[] => {
    const response = responses[at];
    if (!hasSession || response?.statusCode !== 200) return [];
    const seen = response.headers["x-seen-changes"];
    return [{ ...one, seen: typeof seen === "string" ? seen : null, body: response.body }];
  });
  return { cookies, found };
}

const Self = z.looseObject({ userSession: z.looseObject({ csrf: z.string() }) });

/**
 * The CSRF token XOR random bytes, both in hex, one after the other. The page is compressed, and the token must not be
 * guessable from the compressed sizes of several pages (BREACH). `web/src/lib/session/page-session.ts` reverses it.
 */
export function maskToken(token: string): string {
  const bytes = Buffer.from(token);
  const pad = randomBytes(bytes.length);
  const masked = bytes.map((byte, at) => byte ^ (pad[at] ?? 0));
  return pad.toString("hex") + Buffer.from(masked).toString("hex");
}

function maskSelf(body: string): string {
  const self = Self.parse(JSON.parse(body));
  const userSession = { ...self.userSession, csrf: maskToken(self.userSession.csrf) };
  return JSON.stringify({ ...self, userSession });
}

/** JSON inside a script element: no tag can start in it, and it is valid JavaScript too. */
const escapeJson = (json: string): string =>
  json.replaceAll("<", "\\u003c").replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** The answers as JSON for the console. `now` is the server's time. */
export function answersJson(answers: readonly FirstAnswer[], now: Date): string {
  const items = answers.map(({ id, path, query, seen, body }) => {
    const key = JSON.stringify({ id, path, query, seen });
    return `${key.slice(0, -1)},"data":${id === auth.self.id ? maskSelf(body) : body}}`;
  });
  return `{"now":${JSON.stringify(now.toUTCString())},"answers":[${items.join(",")}]}`;
}

/** A data block, which no browser runs. */
export const answersBlock = (json: string): string =>
  `<script type="application/json" id="page-answers">${escapeJson(json)}</script>`;

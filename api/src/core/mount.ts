/**
 * The only door into the server. A route that does not come from here stops the boot; a call that
 * does is checked in one fixed order: context, session, CSRF, access, object, shape, then its handler.
 * One request is one transaction, with its audit entry and the jobs it starts.
 */
import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "#contracts/kit.ts";
import {
  type Caller,
  checkSession,
  decide,
  judgeObject,
  loaderOf,
  markFirstUse,
  objectQuery,
  openRequest,
} from "./access.ts";
import { auditCall, type AuditNote } from "./audit.ts";
import { checkContext, checkCsrf } from "./context.ts";
import { cookieAttributes, sessionCookieOf } from "./cookies.ts";
import type { Database, Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import type { CookieOptions, Handlers, RequestInfo } from "./handlers.ts";
import { claimKey, keepAnswer, readIdempotencyKey, type RepeatKey } from "./idempotency.ts";
import { enqueue } from "./jobs.ts";
import type { Keys } from "./keys.ts";
import { announce } from "./live.ts";
import { asCursorFault, listAnswer, type ListQuery, type ListRow, listSql } from "./list.ts";
import { parseInput } from "./parse.ts";
import { acceptsStream, Streams } from "./streams.ts";
import { readSessionToken } from "./session-token.ts";
import type { Clock } from "./clock.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Id of the mounted call. */
    call?: string;
    /** The page of the console: the one route that is no call. */
    console?: true;
  }
}

export interface Platform {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly cookieDomain: string | null;
  readonly secureCookies: boolean;
  readonly allowedOrigins: readonly string[];
}

/** Name of the session cookie; its prefix makes browsers refuse it from anywhere but this host. */
export const sessionCookie = (platform: Pick<Platform, "secureCookies">): string =>
  platform.secureCookies ? "__Host-sid" : "sid";

/** Stops the boot at a route that was not declared in contracts/ and mounted. */
export function seal(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.config?.call === undefined && route.config?.console !== true) {
      throw new Error(
        `${String(route.method)} ${route.url}: declare it in contracts/ and mount() it`,
      );
    }
  });
}

type AnyHandler =
  | ((context: any) => Promise<unknown>)
  | { kind: string; reason?: string; run?: any; prepare?: any; list?: any; open?: any };

/** Mounts a noun's calls. The casts live here alone: outside, call and handler are typed by each other. */
export function mount<G extends Record<string, Call>>(
  app: FastifyInstance,
  platform: Platform,
  calls: G,
  handlers: Handlers<G>,
): void {
  const streams = new Streams();
  // Streams have no end of their own; open ones would keep a server that is told to stop.
  app.addHook("preClose", async () => streams.endAll());
  for (const [name, call] of Object.entries(calls)) {
    const handler = (handlers as Record<string, AnyHandler>)[name];
    if (handler === undefined) throw new Error(`${call.id} has no handler`);
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      config: { call: call.id },
      ...(call.stream === true ? { sse: "manual" as const } : {}),
      handler: (request, reply) => serve(platform, call, handler, request, reply, streams),
    });
  }
}

async function serve(
  platform: Platform,
  call: Call,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
  streams: Streams,
) {
  checkContext(call, request, platform.allowedOrigins);
  const now = platform.clock.now();
  const cookie = sessionCookieOf(request, sessionCookie(platform));
  const token = readSessionToken(cookie ?? "");
  const path = request.params as Record<string, string>;
  const kind = typeof handler === "function" ? "app" : handler.kind;
  let afterCommit: (() => void) | null = null;
  let refused: Refusal | null = null;
  let opened: Caller | null = null;
  const prepared =
    kind === "prepared"
      ? await (handler as { prepare: any }).prepare({
          now,
          path,
          request: describe(request, cookie),
          ...parseInput(call, request),
        })
      : null;

  const work = async (tx: Tx): Promise<string | null> => {
    const opening = openRequest(tx, token, path["workspace"] ?? null, now);
    const objectName =
      call.access.kind === "can" && call.access.on !== "workspace" ? call.access.on : null;
    const found = objectName === null ? null : objectQuery(objectName, path[objectName]);
    const loading = found === null ? null : tx.maybe<never>(found);
    const listed = kind === "listing" ? sendList(tx, handler, call, request, path, now) : null;
    // All are on their way; a failure of a later one must not go unhandled while an earlier is awaited.
    for (const promise of [loading, listed?.rows]) promise?.catch(() => undefined);

    const caller = await opening;
    opened = caller;
    checkSession(call.access, caller);
    checkCsrf(call, request, caller, platform.keys);
    const decision = decide(call.access, caller);
    const granted: Record<string, unknown> = { workspace: caller?.workspace ?? undefined };
    if (objectName !== null) {
      const loader = loaderOf(objectName);
      if (loader === undefined) throw new Error(`${call.id}: nothing loads ${objectName}`);
      granted[objectName] = judgeObject(
        (await loading) as never,
        loader,
        call.access,
        decision,
        caller,
      );
    }
    if (listed !== null) {
      if (listed.failed !== undefined) throw listed.failed;
      return listAnswer(
        listed.query,
        await listed.rows.catch((error: unknown) =>
          Promise.reject(asCursorFault(error, listed.query)),
        ),
      );
    }

    const { body, query } = parseInput(call, request);
    const notes: AuditNote[] = [];
    const context = {
      ...granted,
      tx,
      now,
      caller,
      body,
      query,
      path,
      reach: decision.reach,
      request: describe(request, cookie),
      note: (note: AuditNote) => notes.push(note),
      enqueue: (task: never, payload: never, options?: object) =>
        enqueue(tx, now, task, payload, options),
      announce: (workspaceId: string, event: never) => announce(tx, workspaceId, event),
      setCookie: (cookie: string, value: string, options: CookieOptions) =>
        reply.setCookie(cookie, value, cookieAttributes(platform, options)),
      clearCookie: (cookie: string, options: CookieOptions) =>
        reply.clearCookie(cookie, cookieAttributes(platform, options)),
    };
    if (kind === "stream") {
      if (!acceptsStream(request.headers.accept)) throw new Refusal("not_acceptable");
      const { open } = handler as { open: any };
      afterCommit = () => streams.open(reply, (send) => open(context, send));
      return null;
    }
    const repeat = repeatKey(call, request, caller, path, body);
    if (repeat !== null) {
      const stored = await claimKey(tx, repeat, now);
      if (stored !== null) {
        reply.header("Idempotent-Replayed", "true").code(stored.status);
        return stored.answer;
      }
    }
    const run = prepared ?? (typeof handler === "function" ? handler : handler.run);
    const answer: unknown = await run(context).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !error.keepsChanges) throw error;
      refused = error;
      notes.push({ result: "denied" });
      return null;
    });
    const text = answer === null ? null : written(call, answer, reply);
    if (repeat !== null)
      await keepAnswer(tx, repeat, { status: call.status ?? 200, answer: text ?? "" });
    if (call.method !== "GET" || call.changes === true)
      await auditCall(tx, call, caller, request, now, notes);
    return text;
  };

  const { db } = platform;
  const readOnly = call.method === "GET" && call.changes !== true;
  const text =
    kind === "system" || kind === "prepared"
      ? await db.asSystem((handler as { reason?: string }).reason ?? call.id, work)
      : await db.asApp(work, { readOnly, sendsAllAtOnce: kind === "listing" });
  await markFirstUse(db, opened, now);
  if (refused !== null) {
    request.log.warn({ call: call.id, code: (refused as Refusal).code }, "refused, and on record");
    throw refused;
  }
  if (afterCommit !== null) {
    (afterCommit as () => void)();
    return reply;
  }
  if (reply.statusCode === 200) reply.code(text === null ? 204 : (call.status ?? 200));
  if (text !== null && !reply.hasHeader("content-type"))
    reply.type("application/json; charset=utf-8");
  return reply.send(text ?? undefined);
}

/** An answer is stripped to its schema. One that is a text (figures for a scraper) goes out as such. */
function written(call: Call, answer: unknown, reply: FastifyReply): string {
  const stripped = call.returns.parse(answer);
  if (typeof stripped !== "string") return JSON.stringify(stripped);
  reply.type("text/plain; charset=utf-8");
  return stripped;
}

/** The list's query goes out before it is known who asks: the wall gives a stranger no rows. */
function sendList(
  tx: Tx,
  handler: AnyHandler,
  call: Call,
  request: FastifyRequest,
  path: Record<string, string>,
  now: Date,
) {
  const listHandler = handler as { list(asked: object): ListQuery };
  try {
    const query = listHandler.list({ now, path, query: parseInput(call, request).query });
    return { query, rows: tx.one<ListRow>(listSql(query)), failed: undefined };
  } catch (failed) {
    // Told only to someone who may make the call.
    return {
      query: undefined as never,
      rows: Promise.resolve(undefined as never),
      failed: failed as Error,
    };
  }
}

function repeatKey(
  call: Call,
  request: FastifyRequest,
  caller: Caller | null,
  path: Record<string, string>,
  body: unknown,
): RepeatKey | null {
  const key =
    call.idempotent === true ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
  if (key === null || caller === null) return null;
  return {
    principal: caller.user.id,
    workspaceId: caller.workspace?.id ?? null,
    call: call.id,
    path: JSON.stringify(path),
    key,
    body,
  };
}

function describe(request: FastifyRequest, sessionCookie: string | null): RequestInfo {
  return {
    id: request.id,
    ip: request.ip,
    userAgent: request.headers["user-agent"] ?? null,
    sessionCookie,
    headers: request.headers,
  };
}

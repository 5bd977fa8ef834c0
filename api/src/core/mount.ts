/**
 * The only door into the server. A route that does not come from here stops the boot; a call that
 * does is checked in one fixed order: context, maintenance, session, CSRF, access, object, shape, then its handler.
 * One request is one transaction, with its audit entry and the jobs it starts.
 */
import type {} from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Call } from "#contracts/kit.ts";
import { type Caller, markFirstUse, type StaffRules } from "./access.ts";
import {
  admit,
  type Admitted,
  type Asked,
  isStaff,
  type Questions,
  sendQuestions,
} from "./admission.ts";
import { answerList, sendList, written } from "./answers.ts";
import { auditCall, type AuditNote, isRecorded, recordDenial } from "./audit.ts";
import { changes, checkBearer, checkContext, hasBearer } from "./context.ts";
import { cookieAttributes, sessionCookieOf } from "./cookies.ts";
import type { Database, Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import type { CookieOptions, Handlers, RequestInfo } from "./handlers.ts";
import { claimKey, keepAnswer, readIdempotencyKey, type RepeatKey } from "./idempotency.ts";
import { enqueue } from "./jobs.ts";
import type { Keys } from "./keys.ts";
import { announce } from "./live.ts";
import type { MaintenanceWatch } from "./maintenance.ts";
import type { RequestLimits } from "./request-limits.ts";
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

export interface Platform extends StaffRules {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly cookieDomain: string | null;
  readonly secureCookies: boolean;
  readonly allowedOrigins: readonly string[];
  readonly maintenance: MaintenanceWatch;
  readonly requests: RequestLimits;
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

type AnyHandler = {
  kind: string;
  reason?: string;
  run?: any;
  prepare?: any;
  explain?: any;
  list?: any;
  open?: any;
};

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
  platform.maintenance.whenBegun(() => streams.endForCustomers());
  for (const [name, call] of Object.entries(calls)) {
    const handler = (handlers as Record<string, AnyHandler>)[name];
    if (handler === undefined) continue;
    app.route({
      method: call.method,
      url: call.path,
      exposeHeadRoute: false,
      ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
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
  const isClosed = platform.maintenance.startedAt !== null;
  const now = platform.clock.now();
  // Whoever sends a token acts as it alone, whatever cookies the browser adds.
  const cookie = hasBearer(request) ? null : sessionCookieOf(request, sessionCookie(platform));
  const path = request.params as Record<string, string>;
  const token = readSessionToken(cookie ?? "");
  await platform.requests.demand(token?.sessionId ?? null, request.ip, now);
  checkContext(call, request, platform.allowedOrigins);
  checkBearer(call, request);
  const asked: Asked = { call, request, path, token, now, isClosed };
  const info = describe(request, cookie);
  const { kind, reason = call.id, run, prepare, list, open, explain } = partsOf(handler);
  const prepared = await prepareCall(platform, asked, { prepare, explain }, reason, info);
  let questions: Questions | null = null;
  let admitted: Admitted | null = null;
  let openStream: (() => void) | null = null;
  let refused: Refusal | null = null;
  const afterwards: (() => Promise<void>)[] = [];
  const cookies: (() => void)[] = [];

  const work = async (tx: Tx): Promise<string | Uint8Array | null> => {
    questions = sendQuestions(tx, asked);
    const listed = kind === "listing" ? sendList(tx, list, asked) : null;
    admitted = await admit(asked, questions, platform);
    if (admitted.caller !== null) platform.requests.vouch(admitted.caller.session.id, request.ip);
    if (listed !== null) return await answerList(listed);

    const { caller, reach, granted } = admitted;
    if (kind === "system listing") return await answerList(sendList(tx, list, asked, caller));
    const { body, query } = parseInput(call, request);
    const notes: AuditNote[] = [];
    const tools = {
      ...toolsOf(platform, tx, now, reply, notes, cookies),
      afterwards: (later: () => Promise<void>) => void afterwards.push(later),
    };
    const context = {
      ...granted,
      ...tools,
      tx,
      now,
      caller,
      body,
      query,
      path,
      reach,
      request: info,
    };
    if (open !== undefined) {
      if (!acceptsStream(request.headers.accept)) throw new Refusal("not_acceptable");
      const listener = { isStaff: isStaff(caller) };
      openStream = () => {
        // It may have begun since the caller was let in.
        if (!listener.isStaff && platform.maintenance.startedAt !== null)
          throw new Refusal("maintenance");
        streams.open(reply, listener, (send) => open(context, send));
      };
      return null;
    }
    const repeat = repeatKey(asked, caller, body);
    const stored = repeat === null ? null : await claimKey(tx, repeat, now);
    if (stored !== null) {
      reply.header("Idempotent-Replayed", "true").code(stored.status);
      return stored.answer;
    }
    const answer: unknown = await (prepared ?? run)(context).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !error.keepsChanges) throw error;
      refused = error;
      notes.push({ result: "denied" });
      return null;
    });
    const out = answer === null ? null : written(call, answer, reply);
    if (repeat !== null) {
      const text = typeof out === "string" ? out : "";
      await keepAnswer(tx, repeat, { status: call.status ?? 200, answer: text });
    }
    // A refusal that keeps what was written is one to look for, whatever the call.
    if (isRecorded(call) || refused !== null)
      await auditCall(tx, call, caller, request, now, notes);
    return out;
  };

  const needsSystem = ["system", "prepared", "system listing"].includes(kind);
  const working = needsSystem
    ? platform.db.asSystem(reason, work)
    : platform.db.asApp(work, { readOnly: !changes(call), sendsAllAtOnce: kind === "listing" });
  const out = await working.catch(async (error: unknown) => {
    await recordDenial(platform, asked, (questions as Questions | null)?.opening, error);
    throw error;
  });
  // Not before: a session that was rolled back has no cookie.
  for (const set of cookies) set();
  await markFirstUse(platform.db, (admitted as Admitted | null)?.caller ?? null, now);
  for (const later of afterwards) await later();
  if (refused !== null) {
    request.log.warn({ call: call.id, code: (refused as Refusal).code }, "refused, and on record");
    throw refused;
  }
  if (openStream !== null) {
    (openStream as () => void)();
    return reply;
  }
  if (reply.statusCode === 200) reply.code(out === null ? 204 : (call.status ?? 200));
  if (out !== null && !reply.hasHeader("content-type"))
    reply.type("application/json; charset=utf-8");
  return reply.send(out ?? undefined);
}

/** Counting and hashing happen with no transaction open; who asks is judged before, unless nobody needs to be known. */
async function prepareCall(
  platform: Platform,
  asked: Asked,
  { prepare, explain }: Pick<AnyHandler, "prepare" | "explain">,
  reason: string,
  info: RequestInfo,
) {
  if (prepare === undefined) return undefined;
  const { call, request, path, now, isClosed } = asked;
  const isOpen = call.access.kind === "open" || call.access.kind === "link";
  if (isOpen && isClosed && call.always !== true) throw new Refusal("maintenance");
  const judge = async (): Promise<Caller | null> => {
    let questions: Questions | null = null;
    try {
      return await platform.db.asSystem(reason, async (tx) => {
        questions = sendQuestions(tx, asked);
        return (await admit(asked, questions, platform)).caller;
      });
    } catch (error) {
      await recordDenial(platform, asked, (questions as Questions | null)?.opening, error);
      throw (error instanceof Refusal ? await explain?.({ now, request: info }) : null) ?? error;
    }
  };
  const caller = isOpen ? null : await judge();
  return await prepare({ now, path, request: info, caller, ...parseInput(call, request) });
}

/** A bare function is a handler that works behind the wall. */
const partsOf = (handler: AnyHandler): AnyHandler =>
  typeof handler === "function" ? { kind: "app", run: handler } : handler;

/** What a handler does besides reading and writing rows. */
const toolsOf = (
  platform: Platform,
  tx: Tx,
  now: Date,
  reply: FastifyReply,
  notes: AuditNote[],
  cookies: (() => void)[],
) => ({
  note: (note: AuditNote) => void notes.push(note),
  enqueue: (task: never, payload: never, options?: object) =>
    enqueue(tx, now, task, payload, options),
  announce: (workspaceId: string, event: never) => announce(tx, workspaceId, event),
  setCookie: (name: string, value: string, options: CookieOptions) =>
    void cookies.push(() => void reply.setCookie(name, value, cookieAttributes(platform, options))),
  clearCookie: (name: string, options: CookieOptions) =>
    void cookies.push(() => void reply.clearCookie(name, cookieAttributes(platform, options))),
});

function repeatKey(
  { call, request, path }: Asked,
  caller: Caller | null,
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

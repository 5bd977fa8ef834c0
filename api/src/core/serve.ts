/**
 * One request, from the wire and back. It is judged in one fixed order: limits and context before its body is read
 * (before-body.ts), then maintenance, session, CSRF, access, object, shape; then its handler works. One request is one
 * transaction, with its audit entry and the jobs it starts.
 */
import type {} from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Call } from "#contracts/kit.ts";
import { type AnyCaller, asWallFault } from "./access.ts";
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
import { changes, readBearer } from "./context.ts";
import { cookieAttributes } from "./cookies.ts";
import type { Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import {
  type CookieOptions,
  describeRequest,
  type Explain,
  type RequestInfo,
  worksOutsideWall,
} from "./handlers.ts";
import { claimKey, keepAnswer, repeatKey } from "./idempotency.ts";
import { enqueue } from "./jobs.ts";
import type { ListQuery } from "./list.ts";
import { announce } from "./live.ts";
import type { Platform } from "./mount.ts";
import { holderOf } from "./request-limits.ts";
import { markFirstUse, markTokenUse } from "./open-request.ts";
import { parseInput } from "./parse.ts";
import { presented } from "./before-body.ts";
import { acceptsStream, type OpenStream } from "./streams.ts";

const PathValues = z.record(z.string(), z.string());

type Run = (context: object) => Promise<unknown>;

/** A handler without its call's types, which mount() has checked. */
export interface AnyHandler {
  readonly kind: string;
  readonly reason?: string;
  readonly run?: Run;
  readonly prepare?: (asked: object) => Promise<Run>;
  readonly explain?: Explain | null;
  readonly list?: (asked: object) => ListQuery;
  readonly open?: (context: object, ...stream: Parameters<OpenStream>) => () => void;
}

export interface Served {
  readonly platform: Platform;
  readonly call: Call;
  readonly handler: AnyHandler;
}

type Out = string | Uint8Array | null;

/** A request on its way, and what is left to do for it when its change is on disk. */
interface Serving extends Served {
  readonly asked: Asked;
  readonly info: RequestInfo;
  readonly reply: FastifyReply;
  readonly notes: AuditNote[];
  /** A session that was rolled back has no cookie: they are set behind the transaction. */
  readonly cookies: (() => void)[];
  readonly afterwards: (() => Promise<void>)[];
  questions: Questions | null;
  caller: AnyCaller | null;
  /** A refusal that keeps what was written. */
  refused: Refusal | null;
  openStream: (() => void) | null;
}

export async function serve(served: Served, request: FastifyRequest, reply: FastifyReply) {
  const serving = await receive(served, request, reply);
  const { platform, call, handler } = serving;
  const run =
    handler.prepare === undefined ? handler.run : await prepareCall(serving, handler.prepare);
  const work = (tx: Tx) => workOn(serving, tx, run);
  const working = worksOutsideWall(handler)
    ? platform.db.asSystem(handler.reason ?? call.id, work)
    : platform.db.asApp(work, {
        readOnly: !changes(call),
        sendsAllAtOnce: handler.kind === "listing",
      });
  const out = await working.catch((failure: unknown) =>
    refuse(serving, asWallFault(call, serving.caller, failure)),
  );
  return await send(serving, out);
}

async function refuse({ platform, asked, questions }: Serving, error: unknown): Promise<never> {
  await recordDenial(platform, asked, questions?.opening, error);
  throw error;
}

/** What can be told before the database is asked for anything but the right to ask. */
async function receive(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Serving> {
  const { platform, call } = served;
  const now = platform.clock.now();
  const { cookie, token } = presented(request, platform);
  const bearer = readBearer(call, request);
  const path = PathValues.parse(request.params);
  const isClosed = platform.maintenance.startedAt !== null;
  return {
    ...served,
    asked: { call, request, path, token, bearer, now, isClosed },
    info: describeRequest(request, cookie),
    reply,
    notes: [],
    cookies: [],
    afterwards: [],
    questions: null,
    caller: null,
    refused: null,
    openStream: null,
  };
}

/** Counting and hashing happen with no transaction open; who asks is judged before, unless nobody needs to be known. */
async function prepareCall(
  serving: Serving,
  prepare: NonNullable<AnyHandler["prepare"]>,
): Promise<Run> {
  const { asked, info } = serving;
  const { call, request, path, now, isClosed } = asked;
  const isOpen = call.access.kind === "open" || call.access.kind === "link";
  if (isOpen && isClosed && call.always !== true) throw new Refusal("maintenance");
  const caller = isOpen ? null : await judgeFirst(serving);
  const known = { now, path, request: info, caller, ...parseInput(call, request) };
  return await prepare(known).catch((error: unknown) => refuse(serving, error));
}

async function judgeFirst(serving: Serving): Promise<AnyCaller | null> {
  const { platform, handler, asked, info } = serving;
  try {
    return await platform.db.asSystem(handler.reason ?? asked.call.id, async (tx) => {
      serving.questions = sendQuestions(tx, asked);
      return (await admit(asked, serving.questions, platform)).caller;
    });
  } catch (error) {
    await recordDenial(platform, asked, serving.questions?.opening, error);
    const explained =
      error instanceof Refusal ? await handler.explain?.({ now: asked.now, request: info }) : null;
    throw explained ?? error;
  }
}

/** Everything inside the transaction. */
async function workOn(serving: Serving, tx: Tx, run: Run | undefined): Promise<Out> {
  const { platform, handler, asked } = serving;
  const { kind, list, open } = handler;
  serving.questions = sendQuestions(tx, asked);
  const listed = kind === "listing" && list !== undefined ? sendList(tx, list, asked) : null;
  const admitted = await admit(asked, serving.questions, platform);
  const { caller, seenChanges } = admitted;
  serving.caller = caller;
  // What is shown of a workspace knows by it whether it has what a live event tells of.
  if (seenChanges !== null && !changes(asked.call) && asked.path["workspace"] !== undefined)
    serving.reply.header("X-Seen-Changes", seenChanges);
  const holder = caller === null ? null : holderOf(asked.token, asked.bearer);
  if (holder !== null) platform.requests.vouch(holder, serving.info.ip);
  if (listed !== null) return await answerList(listed);
  if (kind === "system listing" && list !== undefined)
    return await answerList(sendList(tx, list, asked, caller));
  const input = parseInput(asked.call, asked.request);
  const context = contextOf(serving, tx, admitted, input);
  if (open !== undefined) return prepareStream(serving, (...stream) => open(context, ...stream));
  if (run === undefined) throw new Error(`${asked.call.id} does nothing`);
  return await answerOnce(serving, tx, input.body, async () => await run(context));
}

/** Does it, unless the same was asked for before under the same key: then that answer is repeated. */
async function answerOnce(
  serving: Serving,
  tx: Tx,
  body: unknown,
  run: () => Promise<unknown>,
): Promise<Out> {
  const { asked, caller, reply, notes } = serving;
  const { call, request, now } = asked;
  const repeat = repeatKey(asked, caller, body);
  const stored = repeat === null ? null : await claimKey(tx, repeat, now);
  if (stored !== null) {
    reply.header("Idempotent-Replayed", "true").code(stored.status);
    return stored.answer;
  }
  const answer = await run().catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.keepsChanges) throw error;
    serving.refused = error;
    notes.push({ result: "denied" });
    return null;
  });
  const out = answer === null ? null : written(call, answer, reply);
  if (repeat !== null) {
    const text = typeof out === "string" ? out : "";
    await keepAnswer(tx, repeat, { status: call.status ?? 200, answer: text });
  }
  // A refusal that keeps what was written is one to look for, whatever the call.
  if (isRecorded(call) || serving.refused !== null)
    await auditCall(tx, call, caller, request, now, notes);
  return out;
}

function prepareStream(serving: Serving, open: OpenStream): null {
  const { asked, caller, platform, reply } = serving;
  if (!acceptsStream(asked.request.headers.accept)) throw new Refusal("not_acceptable");
  if (caller === null || caller.session === null)
    throw new Error(`${asked.call.id}: a stream is opened by a session`);
  const listener = {
    isStaff: isStaff(caller),
    sessionId: caller.session.id,
    userId: caller.user.id,
  };
  serving.openStream = () => {
    // It may have begun since the caller was let in.
    if (!listener.isStaff && platform.maintenance.startedAt !== null)
      throw new Refusal("maintenance");
    platform.streams.open(reply, listener, open);
  };
  return null;
}

/** Behind the transaction: what waited for it, and the answer. */
async function send(serving: Serving, out: Out) {
  const { platform, asked, reply, refused } = serving;
  for (const set of serving.cookies) set();
  await markFirstUse(platform.db, serving.caller, asked.now);
  await markTokenUse(platform.db, serving.caller, serving.info.ip, asked.now);
  for (const later of serving.afterwards) await later();
  if (refused !== null) {
    asked.request.log.warn({ call: asked.call.id, code: refused.code }, "refused, and on record");
    throw refused;
  }
  if (serving.openStream !== null) {
    serving.openStream();
    return reply;
  }
  if (reply.statusCode === 200) reply.code(out === null ? 204 : (asked.call.status ?? 200));
  if (out !== null && !reply.hasHeader("content-type"))
    reply.type("application/json; charset=utf-8");
  return reply.send(out ?? undefined);
}

/** What a handler is handed: what access granted, what was asked, and what it may do besides reading and writing rows. */
function contextOf(
  { platform, asked, info, reply, notes, cookies, afterwards }: Serving,
  tx: Tx,
  { caller, reach, granted }: Admitted,
  { body, query }: { body: unknown; query: unknown },
): object {
  const { now, path } = asked;
  return {
    ...granted,
    tx,
    now,
    caller,
    body,
    query,
    path,
    reach,
    request: info,
    note: (note: AuditNote) => void notes.push(note),
    enqueue: (task: never, payload: never, options?: object) =>
      enqueue(tx, now, task, payload, options),
    announce: (workspaceId: string, event: never) => announce(tx, workspaceId, event),
    setCookie: (name: string, value: string, options: CookieOptions) =>
      void cookies.push(
        () => void reply.setCookie(name, value, cookieAttributes(platform, options)),
      ),
    clearCookie: (name: string, options: CookieOptions) =>
      void cookies.push(() => void reply.clearCookie(name, cookieAttributes(platform, options))),
    afterwards: (later: () => Promise<void>) => void afterwards.push(later),
  };
}

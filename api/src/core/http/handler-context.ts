/** Builds the context a handler receives: what access granted, the validated input, and the effects it may have. */
import type {} from "@fastify/cookie";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { AuditDetails } from "../audit/audit.ts";
import type { Tx } from "../db/db.ts";
import { enqueue } from "../jobs/jobs.ts";
import { publishLiveEvent } from "../live/live-events.ts";
import type { AuthorizedRequest } from "./authorize-request.ts";
import { cookieAttributes } from "./cookies.ts";
import type { BaseContext, CookieOptions } from "./handlers.ts";
import type { RequestState } from "./request-pipeline.ts";

/** The keys are checked here; endpoint and handler types are checked where endpoints are registered. */
type UntypedContext = Record<keyof BaseContext<Endpoint> | "caller", unknown>;

export function createHandlerContext(
  { platform, asked, info, reply, notes, cookies, afterCommit }: RequestState,
  tx: Tx,
  { caller, reach, granted }: AuthorizedRequest,
  { body, query }: { body: unknown; query: unknown },
): UntypedContext {
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
    audit: (details: AuditDetails) => void notes.push(details),
    enqueue: (job: never, payload: never, options?: object) =>
      enqueue(tx, now, job, payload, options),
    publish: (workspaceId: string, event: never) => publishLiveEvent(tx, workspaceId, event),
    setCookie: (name: string, value: string, options: CookieOptions) =>
      void cookies.push(
        () => void reply.setCookie(name, value, cookieAttributes(platform, options)),
      ),
    clearCookie: (name: string, options: CookieOptions) =>
      void cookies.push(() => void reply.clearCookie(name, cookieAttributes(platform, options))),
    afterCommit: (work: () => Promise<void>) => void afterCommit.push(work),
  };
}

/** Builds the context a handler receives: authorized objects, validated input, and functions with side effects. */
import type {} from "@fastify/cookie";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { AuditDetails } from "../audit/audit.ts";
import type { Tx } from "../db/db.ts";
import { enqueue } from "../jobs/jobs.ts";
import { publishLiveEvent } from "../live/live-events.ts";
import type { AuthorizedRequest } from "./authorize-request.ts";
import { cookieAttributes } from "./cookies.ts";
import type { BaseContext, CookieOptions } from "./handlers.ts";
import type { RequestState } from "./request-state.ts";

/** Only the keys are checked here; registerEndpoints checks the types of endpoint and handler against each other. */
type UntypedContext = Record<keyof BaseContext<Endpoint> | "caller", unknown>;

export function createHandlerContext(
  { platform, incoming, info, reply, auditDetails, cookies, afterCommit }: RequestState,
  tx: Tx,
  { caller, granted }: AuthorizedRequest,
  { body, query }: { body: unknown; query: unknown },
): UntypedContext {
  const { now, path } = incoming;
  return {
    ...granted,
    tx,
    now,
    caller,
    body,
    query,
    path,
    request: info,
    audit: (details: AuditDetails) => void auditDetails.push(details),
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

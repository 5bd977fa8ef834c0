/**
 * Who asks, what they may, and the object they name. The questions go out together; the answers are
 * judged in one fixed order, so that whoever may not make a call learns nothing else about it.
 */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
import type { AccessLevel } from "#contracts/roles.ts";
import type { AccessToken } from "./access-token.ts";
import {
  type Caller,
  assertRecentlyAuthenticated,
  assertSession,
  authorizeEndpoint,
  authorizeObject,
  getObjectLoader,
  objectQuery,
  type StaffPolicy,
} from "./authorization.ts";
import { addressOf } from "./addresses.ts";
import { assertCsrfToken } from "./csrf.ts";
import type { Tx } from "../db/db.ts";
import { ProblemError } from "./problem-error.ts";
import type { Keyring } from "../lib/crypto.ts";
import { authenticateRequest, type AuthenticatedRequest } from "./authenticate.ts";
import type { SessionToken } from "./session-token.ts";

/** A call as it came in. */
export interface IncomingRequest {
  readonly call: Endpoint;
  readonly request: FastifyRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly token: SessionToken | null;
  /** With it there is no session: whoever sends one acts as it alone. */
  readonly bearer: AccessToken | null;
  readonly now: Date;
  /** The console is closed: only staff are let in, and the calls that always answer. */
  readonly isClosed: boolean;
}

export interface AuthorizedRequest {
  readonly caller: Caller | null;
  readonly seenChanges: string | null;
  readonly reach: AccessLevel;
  /** The rows the access grants, under the names they have in the path. */
  readonly granted: Readonly<Record<string, unknown>>;
}

export interface PendingLookups {
  readonly opening: Promise<AuthenticatedRequest>;
  readonly loading: Promise<never | null>;
}

const objectParam = ({ access }: Endpoint): string | null =>
  access.kind === "can" && access.on !== "workspace" ? access.on : null;

/** Sends the questions; nothing is awaited, so more may be sent behind them in the same round trip. */
export function startLookups(tx: Tx, asked: IncomingRequest): PendingLookups {
  const { call: endpoint, request, path, token, bearer, now } = asked;
  const name = objectParam(endpoint);
  const proof = { token, bearer, ip: addressOf(request) };
  const opening = authenticateRequest(tx, proof, path["workspace"] ?? null, now);
  const found = name === null ? null : objectQuery(name, path[name]);
  const loading = found === null ? Promise.resolve(null) : tx.maybeOne<never>(found);
  // While the first answer is awaited, a failure of the second must not count as unhandled.
  loading.catch(() => undefined);
  return { opening, loading };
}

/** Someone who works here, and as themselves. */
export const isStaff = (caller: Caller | null): boolean =>
  caller !== null && caller.staffRole !== null && caller.session.authType !== "impersonate";

/** Maintenance, session, CSRF header, permission, object, proof: the first that is wrong is what the caller hears. */
export async function authorizeRequest(
  asked: IncomingRequest,
  questions: PendingLookups,
  { keys, ...rules }: StaffPolicy & { readonly keys: Keyring },
): Promise<AuthorizedRequest> {
  const { call: endpoint, request } = asked;
  const { caller, seenChanges } = await questions.opening;
  if (asked.isClosed && endpoint.alwaysAvailable !== true && !isStaff(caller))
    throw new ProblemError("maintenance");
  assertSession(endpoint.access, caller);
  assertCsrfToken(endpoint, request, caller, keys);
  const decision = authorizeEndpoint(endpoint, caller, rules);
  const granted: Record<string, unknown> = { workspace: caller?.workspace ?? undefined };
  const name = objectParam(endpoint);
  if (name !== null) {
    const loader = getObjectLoader(name);
    if (loader === undefined) throw new Error(`${endpoint.id}: nothing loads ${name}`);
    granted[name] = authorizeObject(
      await questions.loading,
      loader,
      endpoint.access,
      decision,
      caller,
    );
  }
  if (endpoint.requiresReauthentication === true && caller !== null)
    assertRecentlyAuthenticated(caller, asked.now);
  return { caller, seenChanges, reach: decision.reach, granted };
}

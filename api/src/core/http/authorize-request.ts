/**
 * Authenticates the caller, authorizes the endpoint and loads the object named in the path. All lookups are
 * pipelined; their results are checked in a fixed order, so an unauthorized caller learns nothing else.
 */
import type { FastifyRequest } from "fastify";
import type { Endpoint } from "#contracts/endpoint.ts";
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
import { clientAddress } from "../lib/addresses.ts";
import { assertCsrfToken } from "./csrf.ts";
import type { Tx } from "../db/db.ts";
import { ProblemError } from "../lib/problem-error.ts";
import type { Keyring } from "../lib/crypto.ts";
import { authenticateRequest, type AuthenticatedRequest } from "./authenticate.ts";
import type { SessionToken } from "./session-token.ts";

/** A request with its endpoint and credentials, before authentication. */
export interface IncomingRequest {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly token: SessionToken | null;
  /** A bearer token replaces the session: the request is authenticated by the token alone. */
  readonly bearer: AccessToken | null;
  readonly now: Date;
  /** Maintenance mode: only staff and endpoints marked `alwaysAvailable` are served. */
  readonly isClosed: boolean;
}

export interface AuthorizedRequest {
  readonly caller: Caller | null;
  readonly seenChanges: string | null;
  /** Rows loaded during authorization, keyed by their parameter name in the path. */
  readonly granted: Readonly<Record<string, unknown>>;
}

export interface PendingLookups {
  readonly authentication: Promise<AuthenticatedRequest>;
  readonly object: Promise<never | null>;
}

const objectParam = ({ access }: Endpoint): string | null =>
  access.kind === "can" && access.on !== "workspace" ? access.on : null;

/** Sends the lookups without awaiting them, so that more queries can join the same round trip. */
export function startLookups(tx: Tx, incoming: IncomingRequest): PendingLookups {
  const { endpoint, request, path, token, bearer, now } = incoming;
  const name = objectParam(endpoint);
  const credentials = { token, bearer, ip: clientAddress(request) };
  const authentication = authenticateRequest(tx, credentials, path["workspace"] ?? null, now);
  const query = name === null ? null : objectQuery(name, path[name]);
  const object = query === null ? Promise.resolve(null) : tx.maybeOne<never>(query);
  // Prevents an unhandled rejection while the authentication lookup is awaited first.
  object.catch(() => undefined);
  return { authentication, object };
}

/** Whether the caller is a staff member who is not impersonating a customer. */
export const isStaff = (caller: Caller | null): boolean =>
  caller !== null && caller.staffRole !== null && caller.session.authType !== "impersonate";

/**
 * Checks maintenance, session, CSRF header, permission, object and reauthentication, and throws the first problem
 * found.
 */
export async function authorizeRequest(
  incoming: IncomingRequest,
  lookups: PendingLookups,
  { keys, ...rules }: StaffPolicy & { readonly keys: Keyring },
): Promise<AuthorizedRequest> {
  const { endpoint, request } = incoming;
  const { caller, seenChanges } = await lookups.authentication;
  if (incoming.isClosed && endpoint.alwaysAvailable !== true && !isStaff(caller))
    throw new ProblemError("maintenance");
  assertSession(endpoint.access, caller);
  assertCsrfToken(endpoint, request, caller, keys);
  authorizeEndpoint(endpoint, caller, rules);
  const granted: Record<string, unknown> = { workspace: caller?.workspace ?? undefined };
  const name = objectParam(endpoint);
  if (name !== null) {
    const loader = getObjectLoader(name);
    if (loader === undefined) throw new Error(`${endpoint.id}: no object loader for "${name}"`);
    granted[name] = authorizeObject(await lookups.object, loader, endpoint.access, caller);
  }
  if (endpoint.requiresReauthentication === true && caller !== null)
    assertRecentlyAuthenticated(caller, incoming.now);
  return { caller, seenChanges, granted };
}

/** Authentication of a request: one query finds the caller and sets the row-level security context. */
import { type Caller, SessionContext, TokenContext } from "./authorization.ts";
import type { AccessToken } from "./access-token.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import type { SessionToken } from "./session-token.ts";

/** Credentials and client address of a request, not yet verified. */
export interface RequestCredentials {
  readonly token: SessionToken | null;
  readonly bearer: AccessToken | null;
  readonly ip: string;
}

export interface AuthenticatedRequest {
  readonly caller: Caller | null;
  /**
   * PostgreSQL snapshot text: the transactions that are visible to this request's reads. Each read sees at least
   * these.
   */
  readonly seenChanges: string | null;
}

const anonymous: AuthenticatedRequest = { caller: null, seenChanges: null };

interface AuthenticatedRow {
  opened: unknown;
  seen: string;
}

/** Finds session or token, user and role in one query, and sets the row-level security context of the transaction. */
export async function authenticateRequest(
  tx: Tx,
  { token, bearer, ip }: RequestCredentials,
  workspace: string | null,
  now: Date,
): Promise<AuthenticatedRequest> {
  if (bearer !== null) {
    const { opened, seen } = await tx.one<AuthenticatedRow>(
      sql`SELECT begin_token_request(${bearer.hash}, ${workspace}, ${ip}, ${now}) AS opened, pg_current_snapshot()::text AS seen`,
    );
    return opened === null ? anonymous : { caller: TokenContext.parse(opened), seenChanges: seen };
  }
  if (token === null) return anonymous;
  const { opened, seen } = await tx.one<AuthenticatedRow>(
    sql`SELECT begin_session_request(${token.sessionId}, ${token.hash}, ${workspace}, ${now}) AS opened, pg_current_snapshot()::text AS seen`,
  );
  return opened === null ? anonymous : { caller: SessionContext.parse(opened), seenChanges: seen };
}

/**
 * The first request with a rotated session cookie invalidates the previous cookie. Most requests only read, so this
 * is a separate write after the request, once per cookie generation.
 */
export async function confirmRotatedCookie(
  db: Database,
  caller: Caller | null,
  now: Date,
): Promise<void> {
  if (caller?.session?.isFirstUse !== true) return;
  const { id, generation } = caller.session;
  await db.withSystemRole("sessions belong to no tenant", (tx) =>
    tx.execute(
      sql`UPDATE session SET token_confirmed_at = ${now} WHERE id = ${id} AND token_generation = ${generation} AND token_confirmed_at IS NULL`,
    ),
  );
}

/**
 * Records when and from which address a token was last used, at most once a minute. Runs after the request, whose
 * transaction may be read-only.
 */
export async function recordTokenUse(
  db: Database,
  caller: Caller | null,
  ip: string,
  now: Date,
): Promise<void> {
  if (caller === null || caller.session !== null || !caller.token.isUseDue) return;
  const { id } = caller.token;
  await db.withSystemRole("the token's last use is recorded after its request", (tx) =>
    tx.execute(sql`UPDATE access_token SET last_used_at = ${now}, last_used_ip = ${ip}
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${now})`),
  );
}

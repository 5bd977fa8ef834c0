/** How a request begins: who sends it is found, and the wall's context set, in one question. */
import { type Caller, SessionContext, TokenContext } from "./authorization.ts";
import type { AccessToken } from "./access-token.ts";
import { type Database, sql, type Tx } from "../db/db.ts";
import type { SessionToken } from "./session-token.ts";

/** What a request shows of who sends it. */
export interface RequestCredentials {
  readonly token: SessionToken | null;
  readonly bearer: AccessToken | null;
  readonly ip: string;
}

export interface AuthenticatedRequest {
  readonly caller: Caller | null;
  /** The changes this request's reads see, as PostgreSQL writes a snapshot: each read sees these, or more. */
  readonly seenChanges: string | null;
}

const anonymous: AuthenticatedRequest = { caller: null, seenChanges: null };

interface AuthenticatedRow {
  opened: unknown;
  seen: string;
}

/** Finds session or token, person and role in one call, and sets the wall's context for the transaction. */
export async function authenticateRequest(
  tx: Tx,
  { token, bearer, ip }: RequestCredentials,
  workspace: string | null,
  now: Date,
): Promise<AuthenticatedRequest> {
  if (bearer !== null) {
    const { opened, seen } = await tx.one<AuthenticatedRow>(
      sql`SELECT open_token_request(${bearer.hash}, ${workspace}, ${ip}, ${now}) AS opened, pg_current_snapshot()::text AS seen`,
    );
    return opened === null ? anonymous : { caller: TokenContext.parse(opened), seenChanges: seen };
  }
  if (token === null) return anonymous;
  const { opened, seen } = await tx.one<AuthenticatedRow>(
    sql`SELECT open_request(${token.sessionId}, ${token.hash}, ${workspace}, ${now}) AS opened, pg_current_snapshot()::text AS seen`,
  );
  return opened === null ? anonymous : { caller: SessionContext.parse(opened), seenChanges: seen };
}

/**
 * The first request with a new session cookie ends the grace of the one before it. Most requests only
 * read, so this is a write of its own behind them: once in a cookie's life, not once a request.
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
      sql`UPDATE session SET successor_used_at = ${now} WHERE id = ${id} AND generation = ${generation} AND successor_used_at IS NULL`,
    ),
  );
}

/** When and from where a token was last used, once a minute at most: behind the request, which may only read. */
export async function recordTokenUse(
  db: Database,
  caller: Caller | null,
  ip: string,
  now: Date,
): Promise<void> {
  if (caller === null || caller.session !== null || !caller.token.isUseDue) return;
  const { id } = caller.token;
  await db.withSystemRole("a use is written down after what it was for", (tx) =>
    tx.execute(sql`UPDATE access_token SET last_used_at = ${now}, last_used_ip = ${ip}
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at < ${now})`),
  );
}

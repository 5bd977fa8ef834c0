/**
 * Who asks, what they may, and the object they name. The questions go out together; the answers are
 * judged in one fixed order, so that whoever may not make a call learns nothing else about it.
 */
import type { FastifyRequest } from "fastify";
import type { Call } from "#contracts/kit.ts";
import type { Reach } from "#contracts/permissions.ts";
import type { AccessToken } from "./access-token.ts";
import {
  type AnyCaller,
  demandConfirmed,
  checkSession,
  decide,
  judgeObject,
  loaderOf,
  objectQuery,
  type StaffRules,
} from "./access.ts";
import { addressOf } from "./addresses.ts";
import { checkCsrf } from "./context.ts";
import type { Tx } from "./db.ts";
import { Refusal } from "./errors.ts";
import type { Keys } from "./keys.ts";
import { openRequest, type Opening } from "./open-request.ts";
import type { SessionToken } from "./session-token.ts";

/** A call as it came in. */
export interface Asked {
  readonly call: Call;
  readonly request: FastifyRequest;
  readonly path: Readonly<Record<string, string>>;
  readonly token: SessionToken | null;
  /** With it there is no session: whoever sends one acts as it alone. */
  readonly bearer: AccessToken | null;
  readonly now: Date;
  /** The console is closed: only staff are let in, and the calls that always answer. */
  readonly isClosed: boolean;
}

export interface Admitted {
  readonly caller: AnyCaller | null;
  readonly seenChanges: string | null;
  readonly reach: Reach;
  /** The rows the access grants, under the names they have in the path. */
  readonly granted: Readonly<Record<string, unknown>>;
}

export interface Questions {
  readonly opening: Promise<Opening>;
  readonly loading: Promise<never | null>;
}

const namedObject = ({ access }: Call): string | null =>
  access.kind === "can" && access.on !== "workspace" ? access.on : null;

/** Sends the questions; nothing is awaited, so more may be sent behind them in the same round trip. */
export function sendQuestions(tx: Tx, asked: Asked): Questions {
  const { call, request, path, token, bearer, now } = asked;
  const name = namedObject(call);
  const proof = { token, bearer, ip: addressOf(request) };
  const opening = openRequest(tx, proof, path["workspace"] ?? null, now);
  const found = name === null ? null : objectQuery(name, path[name]);
  const loading = found === null ? Promise.resolve(null) : tx.maybe<never>(found);
  // While the first answer is awaited, a failure of the second must not count as unhandled.
  loading.catch(() => undefined);
  return { opening, loading };
}

/** Someone who works here, and as themselves. */
export const isStaff = (caller: AnyCaller | null): boolean =>
  caller !== null && caller.staffRole !== null && caller.session.authType !== "impersonate";

/** Maintenance, session, CSRF header, permission, object, proof: the first that is wrong is what the caller hears. */
export async function admit(
  asked: Asked,
  questions: Questions,
  { keys, ...rules }: StaffRules & { readonly keys: Keys },
): Promise<Admitted> {
  const { call, request } = asked;
  const { caller, seenChanges } = await questions.opening;
  if (asked.isClosed && call.always !== true && !isStaff(caller)) throw new Refusal("maintenance");
  checkSession(call.access, caller);
  checkCsrf(call, request, caller, keys);
  const decision = decide(call, caller, rules);
  const granted: Record<string, unknown> = { workspace: caller?.workspace ?? undefined };
  const name = namedObject(call);
  if (name !== null) {
    const loader = loaderOf(name);
    if (loader === undefined) throw new Error(`${call.id}: nothing loads ${name}`);
    granted[name] = judgeObject(await questions.loading, loader, call.access, decision, caller);
  }
  if (call.confirmed === true && caller !== null) demandConfirmed(caller, asked.now);
  return { caller, seenChanges, reach: decision.reach, granted };
}

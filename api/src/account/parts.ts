/** What the calls about one's own account work with. */
import type { account as calls } from "#contracts/account.ts";
import type { EnterParts } from "../auth/enter.ts";
import type { AuthParts } from "../auth/registration.ts";
import type { Asked, Context, Run } from "../core/handlers.ts";

export type AccountParts = AuthParts & EnterParts;

/** People, their sessions and how they sign in belong to no tenant: the wall cannot hold there. */
export const reason = "how somebody signs in belongs to no tenant";

type UpdateCall = (typeof calls)["update"];
export type Updating = Context<UpdateCall>;
export type AskedUpdate = Asked<UpdateCall>;

type Wanted = AskedUpdate["body"];
export type Attribute = Wanted["attribute"];
/** What is asked for one attribute, with its own fields. */
export type Change<A extends Attribute = Attribute> = {
  [K in A]: Extract<Wanted, { attribute: K }>;
}[A];

/** Judges, counts and hashes outside the transaction; what it returns makes the change. */
export type Changing<A extends Attribute> = (
  parts: AccountParts,
  asked: AskedUpdate,
  change: Change<A>,
) => Promise<Run<UpdateCall>>;

export const nothingElse = { recoveryCodes: null, endedSessions: 0 };

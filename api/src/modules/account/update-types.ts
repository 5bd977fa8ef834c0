/** What the calls about one's own account work with. */
import type { account as calls } from "#contracts/account.ts";
import type { SignInDeps } from "../auth/sign-in/complete-sign-in.ts";
import type { AuthDeps } from "../auth/registration/registration.ts";
import type {
  PreparationContext,
  HandlerContext,
  HandlerFunction,
} from "../../core/http/handlers.ts";

export type AccountDeps = AuthDeps & SignInDeps;

/** People, their sessions and how they sign in belong to no tenant: the wall cannot hold there. */
export const systemReason = "how somebody signs in belongs to no tenant";

type UpdateEndpoint = (typeof calls)["update"];
export type UpdateContext = HandlerContext<UpdateEndpoint>;
export type UpdatePreparation = PreparationContext<UpdateEndpoint>;

type UpdateBody = UpdatePreparation["body"];
export type Attribute = UpdateBody["attribute"];
/** What is asked for one attribute, with its own fields. */
export type AttributeInput<A extends Attribute = Attribute> = {
  [K in A]: Extract<UpdateBody, { attribute: K }>;
}[A];

/** Judges, counts and hashes outside the transaction; what it returns makes the change. */
export type AttributeHandler<A extends Attribute> = (
  deps: AccountDeps,
  asked: UpdatePreparation,
  change: AttributeInput<A>,
) => Promise<HandlerFunction<UpdateEndpoint>>;

export const defaultUpdateResult = { recoveryCodes: null, endedSessions: 0 };

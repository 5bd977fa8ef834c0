/** Types shared by the handlers of the caller's own account. */
import type { account as endpoints } from "#contracts/account.ts";
import type { SignInDeps } from "../auth/sign-in/complete-sign-in.ts";
import type { AuthDeps } from "../auth/registration/registration.ts";
import type {
  PreparationContext,
  HandlerContext,
  HandlerFunction,
} from "../../core/http/handlers.ts";

export type AccountDeps = AuthDeps & SignInDeps;

/** Users, sessions and sign-in methods belong to no tenant, so row-level security cannot apply. */
export const systemReason = "sign-in methods belong to no tenant";

type UpdateEndpoint = (typeof endpoints)["update"];
export type UpdateContext = HandlerContext<UpdateEndpoint>;
export type UpdatePreparation = PreparationContext<UpdateEndpoint>;

type UpdateBody = UpdatePreparation["body"];
export type Attribute = UpdateBody["attribute"];
/** The request body of one attribute, with its own fields. */
export type AttributeInput<A extends Attribute = Attribute> = {
  [K in A]: Extract<UpdateBody, { attribute: K }>;
}[A];

/** Validates, counts attempts and hashes outside the transaction. The function it returns makes the change. */
export type AttributeHandler<A extends Attribute> = (
  deps: AccountDeps,
  preparation: UpdatePreparation,
  change: AttributeInput<A>,
) => Promise<HandlerFunction<UpdateEndpoint>>;

export const defaultUpdateResult = { recoveryCodes: null, endedSessions: 0 };

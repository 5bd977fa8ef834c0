/** Handlers of the caller's own account. */
import type { account as endpoints } from "#contracts/account.ts";
import { linkIdentityHandler, type OauthDeps } from "../auth/oauth/oauth.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { getAvatarHandler } from "./avatar.ts";
import { reauthenticateHandler } from "./reauthenticate.ts";
import { blockersHandler, deactivateHandler } from "./deactivate.ts";
import { type AccountDeps, systemReason } from "./update-types.ts";
import { getAccount } from "./store.ts";
import { newSecretHandler } from "./two-factor.ts";
import { updateHandler } from "./update.ts";

export const accountHandlers = (
  deps: AccountDeps & OauthDeps,
): Pick<
  Handlers<typeof endpoints>,
  | "view"
  | "confirm"
  | "newSecret"
  | "update"
  | "avatar"
  | "linkIdentity"
  | "blockers"
  | "deactivate"
> => ({
  view: systemHandler(systemReason, ({ tx, caller, now }) => getAccount(tx, caller.user.id, now)),
  confirm: reauthenticateHandler(deps),
  newSecret: newSecretHandler(deps),
  update: updateHandler(deps),
  avatar: getAvatarHandler,
  linkIdentity: linkIdentityHandler(deps),
  blockers: blockersHandler,
  deactivate: deactivateHandler(deps),
});

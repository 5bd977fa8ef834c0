/** A person's own account. */
import type { account as calls } from "#contracts/account.ts";
import { linkIdentity, type OauthParts } from "../auth/oauth.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { showAvatar } from "./avatar.ts";
import { confirm } from "./confirm.ts";
import { blockers, deactivate } from "./leave.ts";
import { type AccountParts, reason } from "./parts.ts";
import { viewAccount } from "./store.ts";
import { newSecret } from "./two-factor.ts";
import { update } from "./update.ts";

export const accountHandlers = (
  parts: AccountParts & OauthParts,
): Pick<
  Handlers<typeof calls>,
  | "view"
  | "confirm"
  | "newSecret"
  | "update"
  | "avatar"
  | "linkIdentity"
  | "blockers"
  | "deactivate"
> => ({
  view: asSystem(reason, ({ tx, caller, now }) => viewAccount(tx, caller.user.id, now)),
  confirm: confirm(parts),
  newSecret: newSecret(parts),
  update: update(parts),
  avatar: showAvatar,
  linkIdentity: linkIdentity(parts),
  blockers,
  deactivate: deactivate(parts),
});

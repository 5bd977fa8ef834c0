/** What may be done with the members of a workspace and with invitations to it. */
import { createReason } from "../problem-reasons.ts";
import { type Invite, type Member, invites, members, resendIntervalSeconds } from "../members.ts";
import { defineAction, type StateDenial } from "./action.ts";
import type { Actor } from "./actor.ts";

type MemberSubject = Pick<Member, "id" | "role">;

export const ownAccount: StateDenial = {
  code: "own_account",
  message: "You can't do this to your own account",
  problem: "permission_denied_cannot_do_on_self",
};

const isOwner = (problem: "cannot_reassign_only_admin" | "cannot_expire_only_admin") => ({
  code: "member_is_owner",
  message: "Transfer ownership first",
  problem,
});

export const cannotReassignOwner: StateDenial = isOwner("cannot_reassign_only_admin");

export const cannotReceiveOwnership: StateDenial = {
  code: "member_cannot_sign_in",
  message: "This account is locked or deactivated",
  problem: "cannot_reassign_only_admin",
};

const onSelf = ({ id }: { readonly id: string }, { userId }: Actor): StateDenial | null =>
  id === userId ? ownAccount : null;

export const memberActions = {
  setRole: defineAction<MemberSubject>(members.setRole, {
    unavailable: (member, actor) =>
      onSelf(member, actor) ?? (member.role === "owner" ? cannotReassignOwner : null),
  }),
  remove: defineAction<MemberSubject>(members.remove, {
    unavailable: (member, actor) =>
      onSelf(member, actor) ??
      (member.role === "owner" ? isOwner("cannot_expire_only_admin") : null),
  }),
  reassignOwner: defineAction<Pick<Member, "id" | "canReceiveOwnership">>(members.reassignOwner, {
    unavailable: (member, actor) =>
      onSelf(member, actor) ??
      (member.canReceiveOwnership === false ? cannotReceiveOwnership : null),
  }),
  /** The subject is the membership of the user who leaves. */
  leave: defineAction<Pick<Member, "role">>(members.leave, {
    unavailable: ({ role }) => (role === "owner" ? isOwner("cannot_expire_only_admin") : null),
  }),
};

type InviteSubject = Pick<Invite, "status" | "isReplaced">;

/** Why an invitation has no valid link to send or copy; null if it has one. */
function linkDenial({ status, isReplaced }: InviteSubject): StateDenial | null {
  if (status === "accepted") return createReason("invite_accepted");
  if (status === "revoked") return createReason("invite_not_valid");
  return isReplaced ? createReason("invite_is_replaced") : null;
}

/** Seconds until an invitation can be sent again; 0 if it can be sent now. */
export const resendWaitSeconds = ({ mailedAt }: Pick<Invite, "mailedAt">, now: Date): number =>
  Math.max(
    0,
    Math.ceil((Date.parse(mailedAt) + resendIntervalSeconds * 1000 - now.getTime()) / 1000),
  );

export const inviteActions = {
  resend: defineAction<InviteSubject & Pick<Invite, "mailedAt">>(invites.resend, {
    unavailable: (invite, _actor, now) =>
      linkDenial(invite) ??
      (resendWaitSeconds(invite, now) > 0
        ? {
            code: "invite_just_sent",
            message: "This invitation was sent less than a minute ago",
            problem: "too_many_requests",
          }
        : null),
  }),
  link: defineAction<InviteSubject>(invites.link, { unavailable: linkDenial }),
  revoke: defineAction<Pick<Invite, "status">>(invites.revoke, {
    unavailable: ({ status }) => {
      if (status === "accepted") return createReason("invite_accepted");
      return status === "revoked" ? { ...createReason("invite_is_revoked"), isRepeat: true } : null;
    },
  }),
};

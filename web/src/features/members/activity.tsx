/** Activity sentences of members and invitations. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { I18n } from "@lingui/core";
import type { ReactNode } from "react";
import type { Activity } from "#contracts/activity-entry.ts";
import { workspaceRoles } from "#contracts/roles.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import {
  asText,
  changedValue,
  type FeatureActivity,
  type SentenceContext,
  type TargetProps,
} from "../activity/shared/feature-activity.ts";

export const activity: FeatureActivity = {
  describe: (context) => describeMemberActivity(context) ?? describeInviteActivity(context),
  detail: (i18n, { action, changes }) =>
    roleActions.has(action) ? describeRoleChange(i18n, changes) : null,
  targets: { user: MemberLink, invite: InviteLink },
  deletingActions: ["members.remove"],
};

const roleActions: ReadonlySet<string> = new Set([
  "members.setRole",
  "members.reassignOwner",
  "workspaceRoles.add",
  "workspaceRoles.change",
  "workspaceRoles.reassignOwner",
  "invites.create",
  "invites.join",
]);

function MemberLink({ workspace, target: { name } }: TargetProps) {
  return (
    <Link to="/$workspace/settings/team-members" params={{ workspace }} search={{ search: name }}>
      {name}
    </Link>
  );
}

function InviteLink({ workspace, target: { name } }: TargetProps) {
  return (
    <Link to="/$workspace/settings/pending-team-members" params={{ workspace }}>
      {name}
    </Link>
  );
}

function describeMemberActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "members.setRole":
    case "workspaceRoles.change":
      return activity.changes?.some(({ field }) => field === "role") === false ? (
        <Trans>
          {actor} changed which projects {target} can access
        </Trans>
      ) : (
        <Trans>
          {actor} changed the role of {target}
        </Trans>
      );
    case "members.remove":
      return (
        <Trans>
          {actor} removed {target} from the workspace
        </Trans>
      );
    case "members.leave":
      return <Trans>{actor} left the workspace</Trans>;
    case "workspaceRoles.add":
      return (
        <Trans>
          {actor} added {target} to the workspace
        </Trans>
      );
    case "members.reassignOwner":
    case "workspaceRoles.reassignOwner":
      return (
        <Trans>
          {actor} transferred ownership to {target}
        </Trans>
      );
    default:
      return null;
  }
}

function describeInviteActivity({ activity, actor, target }: SentenceContext): ReactNode | null {
  switch (activity.action) {
    case "invites.create":
      return (
        <Trans>
          {actor} invited {target}
        </Trans>
      );
    case "invites.resend":
      return (
        <Trans>
          {actor} resent the invitation to {target}
        </Trans>
      );
    case "invites.link":
      return (
        <Trans>
          {actor} created a new invitation link for {target}
        </Trans>
      );
    case "invites.revoke":
      return (
        <Trans>
          {actor} revoked the invitation to {target}
        </Trans>
      );
    case "invites.join":
      return <Trans>{actor} joined the workspace</Trans>;
    default:
      return null;
  }
}

/** The new role, after the previous one if there was one; the projects if only those changed. */
function describeRoleChange(i18n: I18n, changes: Activity["changes"]): string | null {
  const [from, to] = (["from", "to"] as const).map((side) => {
    const value = changedValue(changes, "role", side);
    const role = workspaceRoles.find((known) => known === value);
    return role === undefined ? null : workspaceRoleLabel(i18n, role);
  });
  if (to === null || to === undefined) return asText(changedValue(changes, "projects"));
  return from === null || from === undefined ? to : `${from} → ${to}`;
}

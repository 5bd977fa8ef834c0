import { useLingui } from "@lingui/react/macro";
import type { Invite } from "#contracts/members.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";
import { InviteStatus } from "./invite-status.tsx";
import { projectNames } from "./member-columns.tsx";
import styles from "./members.module.css";

export function useInviteColumns(): Column<Invite>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "email",
      header: t`Email`,
      cell: ({ email }) => (
        <NameCell>
          <span className={styles["email"]} translate="no">
            {email}
          </span>
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <InviteStatus status={status} />,
    },
    {
      key: "role",
      header: t`Role`,
      card: "plain",
      cell: ({ role, projects }) => (
        <StackedCell subtitle={projects.length === 0 ? null : projectNames(projects)}>
          {workspaceRoleLabel(i18n, role)}
        </StackedCell>
      ),
    },
    { key: "by", header: t`Invited by`, card: "labeled", cell: ({ invitedBy }) => invitedBy.name },
    {
      key: "sent",
      header: t`Sent`,
      card: "labeled",
      cell: ({ mailedAt }) => <RelativeTime at={mailedAt} />,
    },
    {
      key: "expires",
      header: t`Expires`,
      card: "labeled",
      cell: ({ status, expiresAt }) =>
        status === "pending" || status === "expired" ? <RelativeTime at={expiresAt} /> : "–",
    },
  ];
}

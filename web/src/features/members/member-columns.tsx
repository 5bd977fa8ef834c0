import { useLingui } from "@lingui/react/macro";
import type { Member } from "#contracts/members.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";
import styles from "./members.module.css";

export const projectNames = (projects: readonly { readonly name: string }[]): string =>
  projects.map(({ name }) => name).join(", ");

export function useMemberColumns(): Column<Member>[] {
  const { t, i18n } = useLingui();
  const { user } = useSessionInfo();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: ({ id, name, avatarUrl }) => (
        <span className={styles["user"]}>
          <Avatar name={name} src={avatarUrl} />
          <NameCell>
            {name} {id === user.id && <Badge>{t`You`}</Badge>}
          </NameCell>
        </span>
      ),
    },
    {
      key: "email",
      header: t`Email`,
      card: "plain",
      sort: "email",
      cell: ({ email }) => (
        <span className={styles["email"]} translate="no">
          {email}
        </span>
      ),
    },
    {
      key: "role",
      header: t`Role`,
      card: "labeled",
      cell: ({ role, projects }) => (
        <StackedCell
          subtitle={
            role !== "limited_team_member"
              ? null
              : projects.length === 0
                ? t`no project`
                : projectNames(projects)
          }
        >
          {workspaceRoleLabel(i18n, role)}
        </StackedCell>
      ),
    },
    {
      key: "twoFactor",
      header: t`2FA`,
      card: "labeled",
      cell: ({ twoFactorEnabled }) =>
        twoFactorEnabled ? t`On` : <Badge tone="warn">{t`Off`}</Badge>,
    },
    {
      key: "joined",
      header: t`Joined`,
      card: "hidden",
      hides: "third",
      sort: "joinedAt",
      cell: ({ joinedAt }) => <RelativeTime at={joinedAt} />,
    },
    {
      key: "active",
      header: t`Last active`,
      card: "labeled",
      cell: ({ lastActiveAt }) =>
        lastActiveAt === null ? "–" : <RelativeTime at={lastActiveAt} />,
    },
  ];
}

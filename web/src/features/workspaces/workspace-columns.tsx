import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { WorkspaceRow } from "#contracts/workspaces.ts";
import { formatHourlyRate, formatInteger, formatMoneyAmount } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import { WorkspaceAvatar } from "../../ui/avatar.tsx";
import { NameWithMark } from "../../ui/name-with-mark.tsx";
import { Badge, Status } from "../../ui/status.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

/** Values that the role may not see are shown as a dash, not as zero. */
const hiddenValue = "–";

export function useWorkspaceColumns(): Column<WorkspaceRow>[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: (workspace) => <WorkspaceCell workspace={workspace} />,
    },
    {
      key: "role",
      header: t`Your role`,
      card: "plain",
      cell: ({ role }) => workspaceRoleLabel(i18n, role),
    },
    {
      key: "machines",
      header: t`Instances`,
      card: "labeled",
      end: true,
      cell: ({ instances }) =>
        instances === null ? (
          hiddenValue
        ) : (
          <StackedCell
            subtitle={
              instances.total > 0 && t`${formatInteger(instances.running, localeSettings)} running`
            }
          >
            {formatInteger(instances.total, localeSettings)}
          </StackedCell>
        ),
    },
    {
      key: "rate",
      header: t`Per hour`,
      card: "labeled",
      end: true,
      cell: ({ instances }) =>
        instances === null ? hiddenValue : formatHourlyRate(instances.billedRateMicrosPerHour),
    },
    {
      key: "balance",
      header: t`Balance`,
      card: "labeled",
      end: true,
      cell: ({ handle, balance }) =>
        balance === null ? (
          hiddenValue
        ) : (
          <Link to="/$workspace/billing/balance-payments" params={{ workspace: handle }}>
            {formatMoneyAmount(balance)}
          </Link>
        ),
    },
  ];
}

function WorkspaceCell({
  workspace: { name, handle, colour, isDefault, status },
}: {
  workspace: WorkspaceRow;
}) {
  return (
    <NameWithMark mark={<WorkspaceAvatar name={name} colour={colour} />}>
      <NameCell subtitle={handle}>
        <Link to="/$workspace" params={{ workspace: handle }}>
          {name}
        </Link>{" "}
        {isDefault && (
          <Badge>
            <Trans>Default</Trans>
          </Badge>
        )}
        {status === "suspended" && (
          <Status tone="warn" shape="diamond">
            <Trans>Suspended</Trans>
          </Status>
        )}
      </NameCell>
    </NameWithMark>
  );
}

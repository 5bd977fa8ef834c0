import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { UsageGroup, UsageReport } from "#contracts/usage.ts";
import { useRowMenu } from "../../../components/use-row-menu.tsx";
import { formatDuration, formatMoneyAmount, formatPercent } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { useHasPermission } from "../../../lib/session/permissions.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, NameCell, Table } from "../../../ui/table.tsx";
import { ProjectBudgetBar } from "../shared/project-budget-bar.tsx";
import { energyText, type Group, useGroupingLabel, useGroupName } from "./usage-groups.ts";
import { useProjectBudgetMenu } from "./use-project-budget-menu.tsx";

const groupKey = ({ id, kind }: Group): string => id ?? kind;
const isProject = ({ id, kind }: Group): boolean => kind === "project" && id !== null;

/** A row for each group; a project with its budget. */
export function GroupTable({
  workspace,
  report,
}: {
  readonly workspace: string;
  readonly report: UsageReport;
}) {
  const { t } = useLingui();
  const { locale } = useLocaleSettings();
  const nameOf = useGroupName(report.groupBy);
  const grouping = useGroupingLabel(report.groupBy);
  const budgets = useProjectBudgetMenu(workspace);
  const menu = useRowMenu({
    rows: report.groups,
    rowKey: groupKey,
    nameOf,
    entries: budgets.entries,
  });
  const budgetColumn: Column<UsageGroup> = {
    key: "budget",
    header: t`Budget of this month (UTC)`,
    card: "labeled",
    cell: ({ budget, name }) =>
      budget === null ? "–" : <ProjectBudgetBar name={name} budget={budget} />,
  };
  const columns: Column<UsageGroup>[] = [
    {
      key: "name",
      header: grouping,
      cell: (group) => (
        <NameCell>
          <GroupLink workspace={workspace} group={group} name={nameOf(group)} />
        </NameCell>
      ),
    },
    {
      key: "time",
      header: t`Billed time`,
      card: "labeled",
      end: true,
      cell: ({ seconds }) => formatDuration(seconds),
    },
    {
      key: "energy",
      header: t`Energy, at most`,
      card: "labeled",
      end: true,
      hides: "second",
      cell: (group) => energyText(group, locale),
    },
    {
      key: "share",
      header: t`Share`,
      card: "hidden",
      end: true,
      hides: "third",
      cell: ({ amount }) =>
        report.total.cents === 0
          ? "–"
          : formatPercent((100 * amount.cents) / report.total.cents, { locale }),
    },
    ...(report.groupBy === "project" ? [budgetColumn] : []),
    {
      key: "amount",
      header: t`Amount`,
      card: "beside",
      end: true,
      cell: ({ amount }) => <b>{formatMoneyAmount(amount)}</b>,
    },
  ];
  return (
    <Card unpadded>
      <Table<UsageGroup>
        caption={t`Usage by group`}
        columns={columns}
        rows={report.groups}
        rowKey={groupKey}
        {...(report.groupBy === "project" &&
          budgets.isOffered && {
            menu: {
              label: t`Actions`,
              of: (group) => (isProject(group) ? menu.trigger(group) : null),
            },
          })}
      />
      {menu.popup}
      {budgets.dialog}
    </Card>
  );
}

function GroupLink({
  workspace,
  group: { kind, id },
  name,
}: {
  workspace: string;
  group: Group;
  name: string;
}) {
  const mayViewProjects = useHasPermission("project.view");
  const mayViewInstances = useHasPermission("instance.view");
  if (kind === "project" && id !== null && mayViewProjects)
    return (
      <Link
        to="/$workspace/projects/$projectID/instances"
        params={{ workspace, projectID: id }}
        translate="no"
      >
        {name}
      </Link>
    );
  if (kind === "instance" && id !== null && mayViewInstances)
    return (
      <Link
        to="/$workspace/instances/$instanceID"
        params={{ workspace, instanceID: id }}
        search={{ tab: "usage" }}
        translate="no"
      >
        {name}
      </Link>
    );
  return <span translate={kind === "product" ? "no" : undefined}>{name}</span>;
}

import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { InstanceStatus as Code } from "#contracts/instance-states.ts";
import type { ProjectGraph } from "#contracts/projects.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { type Column, NameCell, Table } from "../../ui/table.tsx";
import { InstanceStatus } from "../instances/shared/instance-status.tsx";

type ProjectNode = ProjectGraph["projects"][number];

interface Row {
  readonly key: string;
  readonly project: string;
  /** Null for a project without instances, or for the row of unlisted instances. */
  readonly instance: {
    readonly id: string;
    readonly hostname: string;
    readonly status: Code;
  } | null;
  readonly more: number;
  readonly rate: number;
}

function toRows({ id, name, instances, moreInstances, rateMicrosPerHour }: ProjectNode): Row[] {
  const listed = instances.map((instance) => ({
    key: instance.id,
    project: name,
    instance,
    more: 0,
    rate: instance.rateMicrosPerHour,
  }));
  if (listed.length === 0)
    return [{ key: id, project: name, instance: null, more: 0, rate: rateMicrosPerHour }];
  if (moreInstances === 0) return listed;
  const known = listed.reduce((all, { rate }) => all + rate, 0);
  return [
    ...listed,
    {
      key: `${id} more`,
      project: name,
      instance: null,
      more: moreInstances,
      rate: rateMicrosPerHour - known,
    },
  ];
}

/** The data of the tree as a table. */
export function MapTable({
  workspace,
  projects,
}: {
  workspace: string;
  projects: readonly ProjectNode[];
}) {
  const { t } = useLingui();
  const columns: Column<Row>[] = [
    {
      key: "instance",
      header: t`Instance`,
      cell: ({ instance, more, project }) => (
        <NameCell subtitle={project}>
          {instance === null ? (
            <Plural value={more} _0="No instances" one="# more instance" other="# more instances" />
          ) : (
            <Link
              to="/$workspace/instances/$instanceID"
              params={{ workspace, instanceID: instance.id }}
            >
              {instance.hostname}
            </Link>
          )}
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      cell: ({ instance }) =>
        instance === null ? "–" : <InstanceStatus status={instance.status} />,
    },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      cell: ({ rate }) => formatHourlyRate(rate),
    },
  ];
  return (
    <Table
      caption={t`Instances by project`}
      columns={columns}
      rows={projects.flatMap(toRows)}
      rowKey={({ key }) => key}
    />
  );
}

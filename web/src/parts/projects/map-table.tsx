import { Plural, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { InstanceStatus as Code } from "#contracts/instances.ts";
import type { ProjectGraph } from "#contracts/projects.ts";
import { ratePerHour } from "../../lib/format.ts";
import { type Column, NameCell, Table } from "../../ui/table.tsx";
import { InstanceStatus } from "../instances/instance-status.tsx";

type Branch = ProjectGraph["projects"][number];

interface Row {
  readonly key: string;
  readonly project: string;
  /** Null where it stands for a project without machines, or for those that are not listed. */
  readonly machine: {
    readonly id: string;
    readonly hostname: string;
    readonly status: Code;
  } | null;
  readonly more: number;
  readonly rate: number;
}

function rowsOf({ id, name, instances, moreInstances, rateMicrosPerHour }: Branch): Row[] {
  const listed = instances.map((machine) => ({
    key: machine.id,
    project: name,
    machine,
    more: 0,
    rate: machine.rateMicrosPerHour,
  }));
  if (listed.length === 0)
    return [{ key: id, project: name, machine: null, more: 0, rate: rateMicrosPerHour }];
  if (moreInstances === 0) return listed;
  const known = listed.reduce((all, { rate }) => all + rate, 0);
  return [
    ...listed,
    {
      key: `${id} more`,
      project: name,
      machine: null,
      more: moreInstances,
      rate: rateMicrosPerHour - known,
    },
  ];
}

/** The tree's figures, line by line. */
export function MapTable({
  workspace,
  projects,
}: {
  workspace: string;
  projects: readonly Branch[];
}) {
  const { t } = useLingui();
  const columns: Column<Row>[] = [
    {
      key: "machine",
      header: t`Instance`,
      cell: ({ machine, more, project }) => (
        <NameCell second={project}>
          {machine === null ? (
            <Plural value={more} _0="No instances" one="# more instance" other="# more instances" />
          ) : (
            <Link
              to="/$workspace/instances/$instanceID"
              params={{ workspace, instanceID: machine.id }}
            >
              {machine.hostname}
            </Link>
          )}
        </NameCell>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      cell: ({ machine }) => (machine === null ? "–" : <InstanceStatus status={machine.status} />),
    },
    {
      key: "rate",
      header: t`Per hour`,
      end: true,
      cell: ({ rate }) => ratePerHour(rate),
    },
  ];
  return (
    <Table
      caption={t`Instances by project`}
      columns={columns}
      rows={projects.flatMap(rowsOf)}
      rowKey={({ key }) => key}
    />
  );
}

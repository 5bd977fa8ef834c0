import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ListSearch, useReplaceSearch } from "../../blocks/list-search.ts";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { Pager } from "../../blocks/pager.tsx";
import { useRowMenu } from "../../blocks/row-menu.tsx";
import { usePageBounds } from "../../lib/use-page-bounds.ts";
import { Card } from "../../ui/card.tsx";
import { Bone, Empty } from "../../ui/notices.tsx";
import { Table } from "../../ui/table.tsx";
import { useMachineColumns } from "../instances/machine-columns.tsx";
import { useMachineMenu } from "../instances/machine-menu.tsx";
import { projectMachines } from "./project-machines-query.ts";

export function ProjectMachines({
  workspace,
  projectId,
  search,
}: {
  workspace: string;
  projectId: string;
  search: ListSearch;
}) {
  const { t } = useLingui();
  const replace = useReplaceSearch();
  const result = usePageQuery(projectMachines(workspace, projectId, search), {
    keepPrevious: true,
  });
  const page = result.data;
  const rows = page?.data ?? [];
  const columns = useMachineColumns(workspace, { insideProject: true });
  const menu = useRowMenu({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ hostname }) => hostname,
    entries: useMachineMenu(workspace),
  });
  usePageBounds(result.isPlaceholderData ? undefined : page, (number) =>
    replace(number <= 1 ? {} : { page: String(number) }),
  );
  return (
    <Card flush>
      {page === undefined ? (
        <Table
          busy
          caption={t`Machines`}
          columns={columns.map((column) => ({ ...column, cell: () => <Bone width="5em" /> }))}
          rows={["1", "2", "3"]}
          rowKey={(row) => row}
        />
      ) : rows.length === 0 ? (
        <Empty
          plain
          title={t`No machine in this project`}
          actions={
            <Link to="/$workspace/instances" params={{ workspace }}>
              <Trans>All machines</Trans>
            </Link>
          }
        >
          <Trans>When a machine is ordered, its project is chosen.</Trans>
        </Empty>
      ) : (
        <>
          <Table
            caption={t`Machines`}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            busy={result.isPlaceholderData}
            menu={{ label: t`Actions`, of: menu.trigger }}
          />
          <Pager search={search} meta={page.meta} shown={rows.length} />
        </>
      )}
      {menu.popup}
    </Card>
  );
}

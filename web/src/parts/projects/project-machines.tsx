import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../blocks/action-button.tsx";
import { StaleNote } from "../../blocks/detail-page.tsx";
import { type ListSearch, useReplaceSearch } from "../../blocks/list-search.ts";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { Pager } from "../../blocks/pager.tsx";
import { useRowMenu } from "../../blocks/row-menu.tsx";
import { SelectionBar, useSelection } from "../../blocks/selection.tsx";
import { whole } from "../../blocks/code/requested.ts";
import { ShowCode } from "../../blocks/show-code.tsx";
import { useCan } from "../../lib/permissions.ts";
import { usePageBounds } from "../../lib/use-page-bounds.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Bone, Empty } from "../../ui/notices.tsx";
import { Table } from "../../ui/table.tsx";
import { useKnownProjects } from "../instances/known-projects.ts";
import { useMachineColumns } from "../instances/machine-columns.tsx";
import { useMachineMenu } from "../instances/machine-menu.tsx";
import { projectMachines } from "./project-machines-query.ts";
import { useMoves } from "./use-moves.tsx";

/** A project's machines; several of them can be moved at once. */
export function ProjectMachines({
  workspace,
  project,
  search,
}: {
  workspace: string;
  project: Project;
  search: ListSearch;
}) {
  const { t } = useLingui();
  const replace = useReplaceSearch();
  const mayMove = useCan("project.assign");
  const moves = useMoves(workspace);
  const result = usePageQuery(projectMachines(workspace, project.id, search), {
    keepPrevious: true,
  });
  const page = result.data;
  const rows = page?.data ?? [];
  const columns = useMachineColumns(workspace, { insideProject: true });
  const selection = useSelection({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ hostname }) => hostname,
  });
  const menu = useRowMenu({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ hostname }) => hostname,
    entries: useMachineMenu(workspace, moves.choose),
  });
  usePageBounds(result.isPlaceholderData ? undefined : page, (number) =>
    replace(number <= 1 ? {} : { page: String(number) }),
  );
  const target = useKnownProjects(workspace)?.find(({ isDefault }) => isDefault) ?? {
    id: "",
    name: t`Default`,
    isDefault: true,
  };
  return (
    <>
      <StaleNote result={result} />
      <Card flush>
        {page === undefined ? (
          result.error === null && (
            <Table
              busy
              caption={t`Instances`}
              columns={columns.map((column) => ({ ...column, cell: () => <Bone width="5em" /> }))}
              rows={["1", "2", "3"]}
              rowKey={(row) => row}
            />
          )
        ) : rows.length === 0 ? (
          <Empty
            plain
            title={t`No instances in this project`}
            actions={
              <Link to="/$workspace/instances" params={{ workspace }}>
                <Trans>All instances</Trans>
              </Link>
            }
          >
            <Trans>
              Choose a project when you create an instance, or add existing instances from other
              projects here.
            </Trans>
          </Empty>
        ) : (
          <>
            <Table
              caption={t`Instances`}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              busy={result.isPlaceholderData}
              {...(mayMove ? { select: selection.column } : {})}
              menu={{ label: t`Actions`, of: menu.trigger }}
            />
            <Pager search={search} meta={page.meta} shown={rows.length} />
          </>
        )}
      </Card>
      {mayMove && (
        <SelectionBar selection={selection}>
          <Button icon="folder" onClick={() => moves.choose(selection.chosen)}>
            <Trans>Move to project</Trans>
          </Button>
          <ActionButton
            reason={project.isDefault ? t`This is the default project` : null}
            onClick={() => moves.press(target, selection.chosen)}
          >
            <Trans>Move to default project</Trans>
          </ActionButton>
          {!project.isDefault && (
            <ShowCode compact requested={() => whole(moves.code(target, selection.chosen))} />
          )}
        </SelectionBar>
      )}
      {menu.popup}
      {moves.dialog}
    </>
  );
}

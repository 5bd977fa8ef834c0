import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { type ListSearchParams, useReplaceSearch } from "../../components/list-search-params.ts";
import { usePageQuery } from "../../components/page-error.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { useRowMenu } from "../../components/use-row-menu.tsx";
import { SelectionBar, useRowSelection } from "../../components/row-selection.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { useClampPage } from "../../lib/hooks/use-clamp-page.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Skeleton, EmptyState } from "../../ui/feedback.tsx";
import { Table } from "../../ui/table.tsx";
import { useAllProjects } from "../../components/use-all-projects.ts";
import { useInstanceColumns } from "../instances/shared/instance-columns.tsx";
import { useInstanceMenu } from "../instances/shared/instance-menu.tsx";
import { projectInstancesQuery } from "./project-instances-query.ts";
import { useMoveInstances } from "../instances/shared/use-move-instances.tsx";

/** The instances of a project; several can be moved at once. */
export function ProjectInstances({
  workspace,
  project,
  search,
}: {
  workspace: string;
  project: Project;
  search: ListSearchParams;
}) {
  const { t } = useLingui();
  const replace = useReplaceSearch();
  const mayMove = useHasPermission("project.assign");
  const moves = useMoveInstances(workspace);
  const result = usePageQuery(projectInstancesQuery(workspace, project.id, search), {
    keepPrevious: true,
  });
  const page = result.data;
  const rows = page?.data ?? [];
  const columns = useInstanceColumns(workspace, { insideProject: true });
  const selection = useRowSelection({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ hostname }) => hostname,
  });
  const menu = useRowMenu({
    rows,
    rowKey: ({ id }) => id,
    nameOf: ({ hostname }) => hostname,
    entries: useInstanceMenu(workspace, moves.choose),
  });
  useClampPage(result.isPlaceholderData ? undefined : page, (number) =>
    replace(number <= 1 ? {} : { page: String(number) }),
  );
  const target = useAllProjects(workspace)?.find(({ isDefault }) => isDefault) ?? {
    id: "",
    name: t`Default`,
    isDefault: true,
  };
  return (
    <>
      <StaleDataNotice result={result} />
      <Card unpadded>
        {page === undefined ? (
          result.error === null && (
            <Table
              busy
              caption={t`Instances`}
              columns={columns.map((column) => ({
                ...column,
                cell: () => <Skeleton width="5em" />,
              }))}
              rows={["1", "2", "3"]}
              rowKey={(row) => row}
            />
          )
        ) : rows.length === 0 ? (
          <EmptyState
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
          </EmptyState>
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
            <Pagination search={search} meta={page.meta} shown={rows.length} />
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
            <CodeButton
              compact
              requested={() => completePreview(moves.code(target, selection.chosen))}
            />
          )}
        </SelectionBar>
      )}
      {menu.popup}
      {moves.dialog}
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { instances } from "#contracts/instances.ts";
import type { Project } from "#contracts/projects.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { useShownColumns } from "../../components/columns-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { type ListSearchParams, useReplaceSearch } from "../../components/list-search-params.ts";
import { usePageQuery } from "../../components/page-error.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { SkeletonTable } from "../../components/skeleton-table.tsx";
import { LearnLink } from "../../components/help-link.tsx";
import { useRowMenu } from "../../components/use-row-menu.tsx";
import { SelectionBar, useRowSelection } from "../../components/row-selection.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { CodeButton } from "../../components/code-button.tsx";
import { useHasPermission } from "../../lib/session/permissions.ts";
import { useClampPage } from "../../lib/hooks/use-clamp-page.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/feedback.tsx";
import { Table } from "../../ui/table.tsx";
import { useAllProjects } from "../../components/use-all-projects.ts";
import { useInstanceColumns } from "../instances/shared/instance-columns.tsx";
import { useInstanceMenu } from "../instances/shared/instance-menu.tsx";
import { projectInstancesQuery } from "./project-instances-query.ts";
import { useBulkActions } from "../instances/shared/use-bulk-actions.tsx";
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
  const bulk = useBulkActions(workspace, moves.choose);
  const result = usePageQuery(projectInstancesQuery(workspace, project.id, search), {
    keepPrevious: true,
  });
  const page = result.data;
  const rows = page?.data ?? [];
  // The columns that the user chose for the list of all instances.
  const columns = useShownColumns(
    instances.list.id,
    useInstanceColumns(workspace, { insideProject: true }),
  );
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
    replace({ perPage: search.perPage, page: number <= 1 ? undefined : String(number) }),
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
            <SkeletonTable
              caption={t`Instances`}
              columns={columns}
              hasMenu
              hasBoxes={bulk.isAllowed}
            />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            plain
            title={t`No instances in this project`}
            actions={
              <>
                <Link to="/$workspace/instances" params={{ workspace }}>
                  <Trans>All instances</Trans>
                </Link>
                <LearnLink />
              </>
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
              {...(bulk.isAllowed ? { select: selection.column } : {})}
              menu={{ label: t`Actions`, of: menu.trigger }}
            />
            <Pagination
              listId={instances.list.id}
              search={search}
              meta={page.meta}
              shown={rows.length}
            />
          </>
        )}
      </Card>
      {bulk.isAllowed && (
        <SelectionBar selection={selection}>
          {bulk.buttons(selection.chosen)}
          {mayMove && (
            <ActionButton
              reason={project.isDefault ? t`This is the default project` : null}
              onClick={() => moves.press(target, selection.chosen)}
            >
              <Trans>Move to default project</Trans>
            </ActionButton>
          )}
          {mayMove && !project.isDefault && (
            <CodeButton
              label={t`Move to default project`}
              requested={() => completePreview(moves.code(target, selection.chosen))}
            />
          )}
        </SelectionBar>
      )}
      {menu.popup}
      {moves.dialog}
      {bulk.dialog}
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { adminWorkspaceActions } from "#contracts/actions/workspaces.ts";
import { type AdminWorkspace, adminWorkspaces } from "#contracts/admin-workspaces.ts";
import type { LimitName } from "#contracts/limit-names.ts";
import type { WorkspaceLimit } from "#contracts/limits.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { SkeletonTable } from "../../components/skeleton-table.tsx";
import { useActionReason } from "../../components/use-action-denial.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { useInitialQueriesSettled } from "../../lib/hooks/use-initial-queries-settled.ts";
import { useHasStaffPermission } from "../../lib/session/permissions.ts";
import { Card } from "../../ui/card.tsx";
import { type Column, StackedCell, Table } from "../../ui/table.tsx";
import { formatLimit, limitLabels } from "./limit-labels.ts";

const loadDialog = () => import("./change-limit-dialog.tsx");
const ChangeLimitDialog = lazyPart(loadDialog);

/** The limits of a workspace, for staff who may see them. */
export function StaffLimitsCard({ workspace }: { workspace: AdminWorkspace }) {
  return useHasStaffPermission("staff.billing.limits_view") ? (
    <LimitsTable workspace={workspace} />
  ) : null;
}

function LimitsTable({ workspace }: { workspace: AdminWorkspace }) {
  const { t, i18n } = useLingui();
  const isSettled = useInitialQueriesSettled();
  const reasonFor = useActionReason();
  const [opened, setOpened] = useState<LimitName | null>(null);
  const result = useQuery({
    ...endpointQuery(adminWorkspaces.limits, { path: { adminWorkspace: workspace.id } }),
    enabled: isSettled,
  });
  const limits = result.data?.limits;
  const shown = limits?.find(({ limit }) => limit === opened);
  const columns: Column<WorkspaceLimit>[] = [
    {
      key: "limit",
      header: t`Limit`,
      cell: ({ limit, request }) => {
        const wanted = request === null ? "" : formatLimit(limit, request.value, i18n);
        return (
          <StackedCell
            subtitle={request?.status === "open" ? <Trans>{wanted} requested</Trans> : null}
          >
            <b>{i18n._(limitLabels[limit])}</b>
          </StackedCell>
        );
      },
    },
    {
      key: "used",
      header: t`Used`,
      end: true,
      cell: ({ limit, used }) => formatLimit(limit, used, i18n),
    },
    {
      key: "value",
      header: t`Maximum`,
      end: true,
      cell: ({ limit, value }) => formatLimit(limit, value, i18n),
    },
    {
      key: "change",
      header: t`Actions`,
      end: true,
      cell: ({ limit }) => {
        const label = i18n._(limitLabels[limit]);
        return (
          <ActionButton
            reason={reasonFor(adminWorkspaceActions.changeLimit, workspace)}
            aria-label={t`Change limit: ${label}`}
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setOpened(limit)}
          >
            <Trans>Change</Trans>
          </ActionButton>
        );
      },
    },
  ];
  return (
    <Card title={t`Limits`} unpadded={result.error === null || limits !== undefined}>
      <StaleDataNotice result={result} />
      {limits === undefined && result.error === null && (
        <SkeletonTable columns={columns} caption={t`Limits`} hasMenu={false} hasBoxes={false} />
      )}
      {limits !== undefined && (
        <Table caption={t`Limits`} columns={columns} rows={limits} rowKey={({ limit }) => limit} />
      )}
      {shown !== undefined && (
        <Suspense>
          <ChangeLimitDialog
            workspaceId={workspace.id}
            limit={shown}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </Card>
  );
}

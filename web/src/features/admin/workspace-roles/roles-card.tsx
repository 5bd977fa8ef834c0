/** A page of the roles of one user or in one workspace, which staff change. */
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import { workspaceRoleActions } from "#contracts/actions/workspace-roles.ts";
import type { AdminWorkspace } from "#contracts/admin-workspaces.ts";
import type { User } from "#contracts/users.ts";
import { type UserWorkspaceRole, workspaceRoles } from "#contracts/workspace-roles.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { CardPages } from "../../../components/card-pages.tsx";
import { StaleDataNotice } from "../../../components/detail-page.tsx";
import { SkeletonTable } from "../../../components/skeleton-table.tsx";
import { useActionReason } from "../../../components/use-action-denial.ts";
import type { MenuEntryWithCode } from "../../../components/use-menu-code.ts";
import { useRowMenu } from "../../../components/use-row-menu.tsx";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { Card } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { type Column, StackedCell, Table } from "../../../ui/table.tsx";

const loadAdd = () => import("./add-role-dialog.tsx");
const AddRoleDialog = lazyPart(loadAdd);
const ChangeRoleDialog = lazyPart(() => import("./change-role-dialog.tsx"));
const MakeOwnerDialog = lazyPart(() => import("./make-owner-dialog.tsx"));

interface RolesCardProps {
  readonly title: string;
  readonly query: { readonly user: string } | { readonly workspace: string };
  /** The user or the workspace of the page; the other one is null. */
  readonly user: User | null;
  readonly workspace: AdminWorkspace | null;
  readonly addLabel: ReactNode;
  /** Why nobody can be added; null if it is possible. */
  readonly addReason: string | null;
  readonly empty: ReactNode;
  readonly nameOf: (role: UserWorkspaceRole) => string;
  /** The column that names the other side of the role. */
  readonly name: Column<UserWorkspaceRole>;
}

type OpenDialog =
  | { readonly kind: "add" }
  | { readonly kind: "change" | "owner"; readonly role: UserWorkspaceRole };

export function RolesCard(props: RolesCardProps) {
  const { title, query, user, workspace, addLabel, addReason, empty, nameOf, name } = props;
  const { t, i18n } = useLingui();
  const isSettled = useInitialQueriesSettled();
  const reasonFor = useActionReason();
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const result = useQuery({
    ...endpointQuery(workspaceRoles.list, { query: { ...query, page: String(page) } }),
    enabled: isSettled,
    placeholderData: keepPreviousData,
  });
  const rows = result.data?.data ?? [];
  const meta = result.data?.meta;
  const entries = (role: UserWorkspaceRole): MenuEntryWithCode[] => [
    {
      label: t`Change role`,
      icon: "shield",
      reason: reasonFor(workspaceRoleActions.change, role),
      onSelect: () => setOpen({ kind: "change", role }),
    },
    {
      label: t`Transfer ownership`,
      icon: "key",
      tone: "danger",
      reason: reasonFor(workspaceRoleActions.reassignOwner, role),
      onSelect: () => setOpen({ kind: "owner", role }),
    },
  ];
  const menu = useRowMenu({ rows, rowKey: ({ id }) => id, nameOf, entries });
  const columns: Column<UserWorkspaceRole>[] = [
    name,
    {
      key: "role",
      header: t`Role`,
      cell: ({ role, projects }) => (
        <StackedCell
          subtitle={
            role === "limited_team_member"
              ? projects.map((project) => project.name).join(", ") || t`No projects`
              : null
          }
        >
          {workspaceRoleLabel(i18n, role)}
        </StackedCell>
      ),
    },
    {
      key: "since",
      header: t`Since`,
      end: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    },
  ];
  const close = () => setOpen(null);
  return (
    <Card
      title={title}
      aside={
        <ActionButton
          icon="plus"
          reason={addReason}
          onPointerEnter={() => void loadAdd()}
          onFocus={() => void loadAdd()}
          onClick={() => setOpen({ kind: "add" })}
        >
          {addLabel}
        </ActionButton>
      }
      unpadded={meta === undefined ? result.error === null : meta.total > 0}
    >
      {meta === undefined && result.error === null && (
        <SkeletonTable columns={columns} caption={title} hasMenu hasBoxes={false} />
      )}
      <StaleDataNotice result={result} />
      {meta?.total === 0 && <p>{empty}</p>}
      {meta !== undefined && meta.total > 0 && (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            menu={{ label: t`Actions`, of: menu.trigger }}
            busy={result.isPlaceholderData}
          />
          {meta.lastPage > 1 && (
            <CardPages title={title} meta={meta} shown={rows.length} onPage={setPage} />
          )}
        </>
      )}
      {menu.popup}
      {open !== null && (
        <Suspense>
          {open.kind === "add" && (
            <AddRoleDialog user={user} workspace={workspace} onClose={close} />
          )}
          {open.kind === "change" && <ChangeRoleDialog role={open.role} onClose={close} />}
          {open.kind === "owner" && <MakeOwnerDialog role={open.role} onClose={close} />}
        </Suspense>
      )}
    </Card>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type StaffMember, staffRoles } from "#contracts/staff-roles.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { lazyPart } from "../../lib/browser/missing-code.ts";
import { RoleMatrix } from "../../features/admin/role-matrix.tsx";
import { useStaffMenu } from "../../features/admin/staff-menu.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, NameCell, StackedCell } from "../../ui/table.tsx";

const loadDialog = () => import("../../features/admin/staff-role-dialog.tsx");
const StaffRoleDialog = lazyPart(loadDialog);

export const Route = createFileRoute("/_console/admin/staff")({
  validateSearch: validateSearchFor<typeof staffRoles.list>(staffRoles.list),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.staff_role.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(staffRoles.list, { query: deps }),
      endpointQuery(staffRoles.roles, {}),
    ),
  component: Staff,
});

function Staff() {
  const { t } = useLingui();
  const search = Route.useSearch();
  // `new` grants a first role to a user; a staff member changes that member's role.
  const [open, setOpen] = useState<"new" | StaffMember | null>(null);
  return (
    <>
      <StaffTable
        file={staffExports.staff}
        title={t`Staff`}
        facts={t`Staff members and their roles. Changing a role ends that person's sessions.`}
        call={staffRoles.list}
        query={endpointQuery(staffRoles.list, { query: search })}
        search={search}
        columns={useColumns()}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        searchLabel={t`Search by name or email`}
        menu={useStaffMenu(setOpen)}
        primary={
          <ActionButton
            tone="primary"
            icon="plus"
            permission="staff.staff_role.assign"
            onPointerEnter={() => void loadDialog()}
            onFocus={() => void loadDialog()}
            onClick={() => setOpen("new")}
          >
            <Trans>Assign role</Trans>
          </ActionButton>
        }
        empty={{ title: t`No staff yet`, text: t`Everyone with a staff role is listed here.` }}
      />
      <RoleMatrix />
      {open !== null && (
        <Suspense>
          <StaffRoleDialog member={open === "new" ? null : open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): Column<StaffMember>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "name",
      header: t`Name`,
      cell: ({ id, name, email }) => (
        <NameCell subtitle={email}>
          <Link to="/admin/users/$userID" params={{ userID: id }}>
            {name}
          </Link>
        </NameCell>
      ),
    },
    {
      key: "role",
      header: t`Role`,
      card: "beside",
      cell: ({ role }) => staffRoleLabel(i18n, role),
    },
    {
      key: "twoFactor",
      header: t`2FA`,
      card: "labeled",
      cell: ({ twoFactorEnabled }) =>
        twoFactorEnabled ? t`On` : <Badge tone="warn">{t`Off`}</Badge>,
    },
    {
      key: "assigned",
      header: t`Since`,
      card: "labeled",
      cell: ({ assignedAt, assignedBy }) => (
        <StackedCell subtitle={assignedBy === null ? null : t`by ${assignedBy}`}>
          <RelativeTime at={assignedAt} />
        </StackedCell>
      ),
    },
    {
      key: "active",
      header: t`Last active`,
      card: "labeled",
      end: true,
      cell: ({ lastActiveAt }) =>
        lastActiveAt === null ? "–" : <RelativeTime at={lastActiveAt} />,
    },
  ];
}

import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type UserRow, users, userStatuses } from "#contracts/users.ts";
import { staffExports } from "#contracts/staff-exports.ts";
import { FilterSelect, toOptions } from "../../components/filter-select.tsx";
import { FilterMultiSelect } from "../../components/filter-multi-select.tsx";
import { FilterToggle } from "../../features/admin/filter-toggle.tsx";
import { StaffTable } from "../../features/admin/shared/staff-table.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { formatInteger } from "../../lib/i18n/format.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import {
  userDisplayName,
  useUserStatusLabels,
  UserStatusBadge,
} from "../../features/admin/shared/user-labels.tsx";
import { usersFilters, usersQuery, usersSearch } from "../../features/admin/shared/users-query.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Badge } from "../../ui/status.tsx";
import { type Column, NameCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/users/")({
  validateSearch: usersSearch,
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.user.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, usersQuery(deps), endpointQuery(users.count, {})),
  component: Users,
});

function Users() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const statuses = useUserStatusLabels();
  const fields = { email: t`Email`, name: t`Name`, id: t`ID` };
  return (
    <StaffTable
      file={search.role === "none" ? staffExports.usersWithoutWorkspace : staffExports.users}
      fileQuery={usersFilters(search)}
      title={t`Users`}
      facts={<UsersSummary />}
      listId={users.list.id}
      defaultOrder="-createdAt"
      call={search.role === "none" ? users.noRole : users.list}
      query={usersQuery(search)}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={userDisplayName}
      searchLabel={
        search.searchBy === undefined ? t`Search by email, name, or ID` : fields[search.searchBy]
      }
      filters={
        <>
          <FilterSelect
            name="searchBy"
            label={t`Search field`}
            value={search.searchBy}
            options={toOptions(fields)}
          />
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={userStatuses.map((value) => ({ value, label: statuses[value] }))}
          />
          <FilterToggle name="role" label={t`Without a workspace`} value={search.role} on="none" />
        </>
      }
      empty={{ title: t`No users yet`, text: t`Everyone who creates an account is listed here.` }}
    />
  );
}

function useColumns(): Column<UserRow>[] {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  return [
    {
      key: "name",
      header: t`Name`,
      sort: "lastName",
      cell: (user) => (
        <NameCell>
          <Link to="/admin/users/$userID" params={{ userID: user.id }}>
            {userDisplayName(user)}
          </Link>{" "}
          {user.staffRole !== null && (
            <Badge tone="warn">{staffRoleLabel(i18n, user.staffRole)}</Badge>
          )}
        </NameCell>
      ),
    },
    {
      key: "email",
      header: t`Email`,
      card: "plain",
      sort: "email",
      cell: ({ email }) => (
        <span style={{ overflowWrap: "anywhere" }} translate="no">
          {email}
        </span>
      ),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: ({ status }) => <UserStatusBadge status={status} />,
    },
    {
      key: "twoFactor",
      header: t`2FA`,
      card: "labeled",
      cell: ({ twoFactorEnabled }) => (twoFactorEnabled ? t`On` : t`Off`),
    },
    {
      key: "workspaces",
      header: t`Workspaces`,
      card: "labeled",
      hides: "third",
      end: true,
      cell: ({ workspaceCount }) => formatInteger(workspaceCount, localeSettings),
    },
    {
      key: "active",
      header: t`Last active`,
      card: "labeled",
      end: true,
      cell: ({ lastActiveAt }) =>
        lastActiveAt === null ? "–" : <RelativeTime at={lastActiveAt} />,
    },
    {
      key: "created",
      header: t`Registered`,
      card: "labeled",
      hides: "third",
      sort: "createdAt",
      end: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

function UsersSummary() {
  const localeSettings = useLocaleSettings();
  const { data } = useQuery(endpointQuery(users.count, {}));
  if (data === undefined) return "\u00a0";
  const { total, byStatus } = data;
  const [all, active, frozen, unverified] = [
    total,
    byStatus.active,
    byStatus.frozen,
    byStatus.unverified,
  ].map((count) => formatInteger(count, localeSettings));
  return (
    <Trans>
      <b>{all}</b> <Plural value={total} one="user" other="users" /> · <b>{active}</b> active ·{" "}
      {unverified} unverified · {frozen} locked
    </Trans>
  );
}

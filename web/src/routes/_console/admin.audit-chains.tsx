import { useLingui } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import { type BrokenAuditChain, dashboard } from "#contracts/dashboard.ts";
import { TablePage } from "../../components/table-page.tsx";
import { endpointQuery, prefetch } from "../../lib/api/api-client.ts";
import { validateSearchFor } from "../../lib/api/search-params.ts";
import { formatDate, formatInteger } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { type Column, NameCell } from "../../ui/table.tsx";

export const Route = createFileRoute("/_console/admin/audit-chains")({
  validateSearch: validateSearchFor<typeof dashboard.auditChains>(dashboard.auditChains),
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.infra.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    prefetch(context.queryClient, endpointQuery(dashboard.auditChains, { query: deps })),
  component: AuditChains,
});

function AuditChains() {
  const { t } = useLingui();
  const search = Route.useSearch();
  return (
    <TablePage
      title={t`Broken audit chains`}
      facts={t`The entries of a workspace or a user on one day are linked by hashes. A chain is listed when the nightly check found that its entries are not as they were written.`}
      call={dashboard.auditChains}
      query={endpointQuery(dashboard.auditChains, { query: search })}
      search={search}
      columns={useColumns()}
      rowKey={({ id }) => id}
      nameOf={({ owner, day }) => `${owner?.name ?? ""} ${day}`}
      empty={{
        title: t`No broken chains`,
        text: t`The activity log is as it was written.`,
      }}
    />
  );
}

function useColumns(): Column<BrokenAuditChain>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const faults: Record<BrokenAuditChain["fault"], string> = {
    changed: t`An entry was changed`,
    out_of_order: t`An entry was removed or inserted`,
    wrong_end: t`The newest entries are missing, or there are more than recorded`,
    wrong_beginning: t`It does not continue the chain of the day before`,
  };
  return [
    {
      key: "owner",
      header: t`Chain`,
      cell: ({ owner, fault }) => (
        <NameCell subtitle={faults[fault]}>
          <Owner owner={owner} />
        </NameCell>
      ),
    },
    {
      key: "entries",
      header: t`Entries`,
      card: "labeled",
      end: true,
      cell: ({ entryCount }) => formatInteger(entryCount, localeSettings),
    },
    {
      key: "day",
      header: t`Day (UTC)`,
      card: "beside",
      end: true,
      cell: ({ day }) => (
        <time dateTime={day}>
          {formatDate(`${day}T00:00:00Z`, { ...localeSettings, timeZone: "UTC" })}
        </time>
      ),
    },
  ];
}

function Owner({ owner }: Pick<BrokenAuditChain, "owner">) {
  const { t } = useLingui();
  if (owner === null) return t`Requests without a user`;
  const name = owner.name === "" ? t`Deleted user` : owner.name;
  return owner.type === "workspace" ? (
    <Link to="/admin/workspaces/$workspaceID" params={{ workspaceID: owner.id }}>
      {name}
    </Link>
  ) : (
    <Link to="/admin/users/$userID" params={{ userID: owner.id }}>
      {name}
    </Link>
  );
}

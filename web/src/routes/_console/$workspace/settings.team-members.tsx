import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type Member, members } from "#contracts/members.ts";
import { workspaceRoles } from "#contracts/roles.ts";
import { workspaces } from "#contracts/workspaces.ts";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { useInitialQueriesSettled } from "../../../lib/hooks/use-initial-queries-settled.ts";
import { workspaceRoleLabel } from "../../../lib/i18n/messages.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useMemberColumns } from "../../../features/members/member-columns.tsx";
import { useMemberMenu } from "../../../features/members/member-menu.tsx";
import { useMembersTabs } from "../../../features/members/use-members-tabs.tsx";
import { useInvite } from "../../../features/members/use-invite.tsx";

const ChangeRoleDialog = lazyPart(() => import("../../../features/members/change-role-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/team-members")({
  validateSearch: validateSearchFor<typeof members.list>(members.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "member.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(members.list, { path: { workspace }, query: deps }),
    ),
  component: TeamMembers,
});

function TeamMembers() {
  const { t, i18n } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const [changing, setChanging] = useState<Member | null>(null);
  const invite = useInvite(workspace);
  const tabs = useMembersTabs(workspace);
  return (
    <>
      <TablePage
        title={t`Members`}
        facts={<TeamMembersSummary workspace={workspace} />}
        call={members.list}
        defaultOrder="joinedAt"
        query={endpointQuery(members.list, { path: { workspace }, query: search })}
        search={search}
        columns={useMemberColumns()}
        rowKey={({ id }) => id}
        nameOf={({ name }) => name}
        searchLabel={t`Search by name or email`}
        filters={
          <FilterMultiSelect
            name="role"
            label={t`Role`}
            value={search.role}
            options={workspaceRoles.map((value) => ({
              value,
              label: workspaceRoleLabel(i18n, value),
            }))}
          />
        }
        menu={useMemberMenu(setChanging)}
        primary={invite.button}
        empty={{ title: t`No members yet`, text: t`Members of this workspace are listed here.` }}
        {...(tabs === undefined ? {} : { tabs })}
      />
      {invite.dialog}
      {changing !== null && (
        <Suspense>
          <ChangeRoleDialog
            workspace={workspace}
            member={changing}
            onClose={() => setChanging(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function TeamMembersSummary({ workspace }: { workspace: string }) {
  const isSettled = useInitialQueriesSettled();
  const { data } = useQuery({
    ...endpointQuery(workspaces.overview, { path: { workspace } }),
    enabled: isSettled,
  });
  const count = data?.members ?? null;
  if (count === null) return "\u00a0";
  return (
    <Trans>
      <b>{count}</b> <Plural value={count} one="member" other="members" /> · permissions depend on
      the role
    </Trans>
  );
}

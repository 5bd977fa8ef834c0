import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { type Invite, inviteStatuses, invites } from "#contracts/members.ts";
import { FilterMultiSelect } from "../../../components/filter-multi-select.tsx";
import { TablePage } from "../../../components/table-page.tsx";
import { prefetch, endpointQuery } from "../../../lib/api/api-client.ts";
import { requirePermission } from "../../../lib/session/route-guards.ts";
import { validateSearchFor } from "../../../lib/api/search-params.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useInviteColumns } from "../../../features/members/invite-columns.tsx";
import { useInviteMenu } from "../../../features/members/invite-menu.tsx";
import { useInviteStatusLabels } from "../../../features/members/invite-status.tsx";
import { useMembersTabs } from "../../../features/members/use-members-tabs.tsx";
import { useInvite } from "../../../features/members/use-invite.tsx";

const LinkDialog = lazyPart(() => import("../../../features/members/invite-link-dialog.tsx"));

export const Route = createFileRoute("/_console/$workspace/settings/pending-team-members")({
  validateSearch: validateSearchFor<typeof invites.list>(invites.list),
  beforeLoad: ({ context }) => requirePermission(context.role, "invite.view"),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params: { workspace }, deps }) =>
    prefetch(
      context.queryClient,
      endpointQuery(invites.list, { path: { workspace }, query: deps }),
    ),
  component: PendingTeamMembers,
});

function PendingTeamMembers() {
  const { t } = useLingui();
  const { workspace } = Route.useParams();
  const search = Route.useSearch();
  const labels = useInviteStatusLabels();
  const [linked, setLinked] = useState<Invite | null>(null);
  const invite = useInvite(workspace);
  return (
    <>
      <TablePage
        title={t`Invitations`}
        facts={t`Each link is valid for 7 days, works once, and only for its email address`}
        call={invites.list}
        query={endpointQuery(invites.list, { path: { workspace }, query: search })}
        search={search}
        columns={useInviteColumns()}
        rowKey={({ id }) => id}
        nameOf={({ email }) => email}
        filters={
          <FilterMultiSelect
            name="status"
            label={t`Status`}
            value={search.status}
            options={inviteStatuses.map((value) => ({ value, label: labels[value] }))}
          />
        }
        menu={useInviteMenu(setLinked)}
        primary={invite.button}
        tabs={useMembersTabs(workspace)}
        empty={{
          title: t`No invitations yet`,
          text: t`People you invite get a link by email and are listed here until they join.`,
        }}
      />
      {invite.dialog}
      {linked !== null && (
        <Suspense>
          <LinkDialog workspace={workspace} invite={linked} onClose={() => setLinked(null)} />
        </Suspense>
      )}
    </>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type User, users } from "#contracts/users.ts";
import { DetailPage } from "../../components/detail-page.tsx";
import { usePageQuery } from "../../components/page-error.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { requireStaff } from "../../lib/session/route-guards.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { UserActions } from "../../features/admin/user-actions.tsx";
import { UserLists } from "../../features/admin/user-lists.tsx";
import { UserDataCopies } from "../../features/admin/user-data-copies.tsx";
import { UserDetailsCard, UserSignInCard } from "../../features/admin/user-cards.tsx";
import { UserWorkspacesCard } from "../../features/admin/workspace-roles/user-workspaces-card.tsx";
import { userDisplayName, UserStatusBadge } from "../../features/admin/shared/user-labels.tsx";
import { Columns } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Badge } from "../../ui/status.tsx";

export const Route = createFileRoute("/_console/admin/users/$userID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.user.view"),
  loader: ({ context, params: { userID } }) =>
    prefetch(context.queryClient, endpointQuery(users.view, { path: { user: userID } })),
  component: UserPage,
});

function UserPage() {
  const { i18n } = useLingui();
  const { userID } = Route.useParams();
  const result = usePageQuery(endpointQuery(users.view, { path: { user: userID } }));
  return (
    <DetailPage
      result={result}
      title={userDisplayName}
      status={({ status, staffRole }) => (
        <>
          <UserStatusBadge status={status} />
          {staffRole !== null && <Badge tone="warn">{staffRoleLabel(i18n, staffRole)}</Badge>}
        </>
      )}
      summary={(user) => <UserSummary user={user} />}
      actions={(user) => <UserActions user={user} />}
    >
      {(user) => (
        <Columns
          main={
            <>
              <UserDetailsCard user={user} />
              <UserWorkspacesCard user={user} />
              <UserDataCopies user={user} />
              <UserLists key={user.id} user={user} />
            </>
          }
          aside={<UserSignInCard user={user} />}
        />
      )}
    </DetailPage>
  );
}

function UserSummary({ user: { email, lastActiveAt } }: { user: User }) {
  return (
    <Facts
      items={[
        email,
        lastActiveAt !== null && (
          <Trans key="active">
            last active <RelativeTime at={lastActiveAt} />
          </Trans>
        ),
      ]}
    />
  );
}

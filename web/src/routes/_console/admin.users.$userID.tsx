import { Trans, useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { type User, users } from "#contracts/users.ts";
import { DetailPage } from "../../blocks/detail-page.tsx";
import { usePageQuery } from "../../blocks/page-problem.tsx";
import { preload, query } from "../../lib/client.ts";
import { requireStaff } from "../../lib/guards.ts";
import { wordStaffRole } from "../../lib/wording.ts";
import { UserActions } from "../../parts/admin/user-actions.tsx";
import { UserCopies } from "../../parts/admin/user-copies.tsx";
import { UserDetails, UserSignIn, UserWorkspaces } from "../../parts/admin/user-cards.tsx";
import { nameOf, UserState } from "../../parts/admin/user-words.tsx";
import { Columns } from "../../ui/card.tsx";
import { Time } from "../../ui/facts.tsx";
import { Badge } from "../../ui/status.tsx";

export const Route = createFileRoute("/_console/admin/users/$userID")({
  beforeLoad: ({ context }) => requireStaff(context.self, "staff.user.view"),
  loader: ({ context, params: { userID } }) =>
    preload(context.queryClient, query(users.view, { path: { user: userID } })),
  component: UserPage,
});

function UserPage() {
  const { i18n } = useLingui();
  const { userID } = Route.useParams();
  const result = usePageQuery(query(users.view, { path: { user: userID } }));
  return (
    <DetailPage
      result={result}
      title={nameOf}
      status={({ status, staffRole }) => (
        <>
          <UserState status={status} />
          {staffRole !== null && <Badge tone="warn">{wordStaffRole(i18n, staffRole)}</Badge>}
        </>
      )}
      facts={(user) => <Facts user={user} />}
      actions={(user) => <UserActions user={user} />}
    >
      {(user) => (
        <Columns
          main={
            <>
              <UserDetails user={user} />
              <UserWorkspaces user={user} />
              <UserCopies user={user} />
            </>
          }
          side={<UserSignIn user={user} />}
        />
      )}
    </DetailPage>
  );
}

function Facts({ user: { email, createdAt, lastActiveAt } }: { user: User }) {
  return (
    <>
      {email} ·{" "}
      <Trans>
        registered <Time at={createdAt} />
      </Trans>
      {lastActiveAt !== null && (
        <>
          {" · "}
          <Trans>
            last active <Time at={lastActiveAt} />
          </Trans>
        </>
      )}
    </>
  );
}

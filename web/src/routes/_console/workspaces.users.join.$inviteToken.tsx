import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { invites } from "#contracts/members.ts";
import { StaleNote } from "../../blocks/detail-page.tsx";
import { preload, query } from "../../lib/client.ts";
import { ProblemError } from "../../lib/problem.ts";
import { useSelf } from "../../lib/session.ts";
import { usePageTitle } from "../../lib/use-page-title.ts";
import { InvitationCard } from "../../parts/members/invitation-card.tsx";
import { InvitationOver, UnknownInvitation, WrongAccount } from "../../parts/members/join-ends.tsx";
import { JoinSkeleton } from "../../parts/members/join-page.tsx";

export const Route = createFileRoute("/_console/workspaces/users/join/$inviteToken")({
  loader: ({ context, params: { inviteToken } }) =>
    preload(context.queryClient, query(invites.preview, { path: { token: inviteToken } })),
  component: Join,
});

const isUnknown = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "token_action_expired";
/** Out of reach, or signed out meanwhile: the page stays and says so. */
const stays = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 0 || error.status === 401);

/** Where the link of an invitation leads. Opening it accepts nothing, since mail scanners open it too. */
function Join() {
  const { t } = useLingui();
  const { inviteToken: token } = Route.useParams();
  const { user } = useSelf();
  usePageTitle(t`Invitation`);
  const result = useQuery({
    ...query(invites.preview, { path: { token } }),
    retryOnMount: false,
  });
  const { data: invitation, error } = result;
  if (invitation === undefined) {
    if (isUnknown(error)) return <UnknownInvitation />;
    if (error !== null && !stays(error)) throw error;
    return error === null ? <JoinSkeleton /> : <StaleNote result={result} />;
  }
  if (invitation.state !== "open") return <InvitationOver invitation={invitation} />;
  if (!invitation.isMine) return <WrongAccount invitation={invitation} signedInAs={user.email} />;
  return <InvitationCard token={token} invitation={invitation} />;
}

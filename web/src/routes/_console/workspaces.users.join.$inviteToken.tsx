import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { invites } from "#contracts/members.ts";
import { StaleDataNotice } from "../../components/detail-page.tsx";
import { prefetch, endpointQuery } from "../../lib/api/api-client.ts";
import { ProblemError } from "../../lib/api/problem-error.ts";
import { useSessionInfo } from "../../lib/session/session.ts";
import { usePageTitle } from "../../lib/hooks/use-page-title.ts";
import { InvitationCard } from "../../features/members/invitation-card.tsx";
import {
  InviteClosedPage,
  InviteNotFoundPage,
  WrongAccountPage,
} from "../../features/members/join-error-pages.tsx";
import { JoinSkeleton } from "../../features/members/join-page.tsx";

export const Route = createFileRoute("/_console/workspaces/users/join/$inviteToken")({
  loader: ({ context, params: { inviteToken } }) =>
    prefetch(context.queryClient, endpointQuery(invites.preview, { path: { token: inviteToken } })),
  component: JoinWorkspace,
});

const isInviteUnknown = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "token_action_expired";
/** The server is unreachable or the session has ended: the page stays and reports it. */
const isRetryable = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 0 || error.status === 401);

/** Target of an invite link. Opening it does not accept the invite, because mail scanners open links too. */
function JoinWorkspace() {
  const { t } = useLingui();
  const { inviteToken: token } = Route.useParams();
  const { user } = useSessionInfo();
  usePageTitle(t`Invitation`);
  const result = useQuery({
    ...endpointQuery(invites.preview, { path: { token } }),
    retryOnMount: false,
  });
  const { data: invitation, error } = result;
  if (invitation === undefined) {
    if (isInviteUnknown(error)) return <InviteNotFoundPage />;
    if (error !== null && !isRetryable(error)) throw error;
    return error === null ? <JoinSkeleton /> : <StaleDataNotice result={result} />;
  }
  if (invitation.state !== "open") return <InviteClosedPage invitation={invitation} />;
  if (!invitation.isMine)
    return <WrongAccountPage invitation={invitation} signedInAs={user.email} />;
  return <InvitationCard token={token} invitation={invitation} />;
}

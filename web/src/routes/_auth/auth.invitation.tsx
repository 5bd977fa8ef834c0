import { createFileRoute, redirect } from "@tanstack/react-router";
import { InvitationPage } from "../../features/auth/invitation-page.tsx";
import { invitePreviewQuery } from "../../features/auth/invite-preview-query.ts";
import { pendingInviteToken } from "../../features/auth/shared/pending-invite.ts";
import { prefetch } from "../../lib/api/api-client.ts";
import { loadSession } from "../../lib/session/session.ts";

export const Route = createFileRoute("/_auth/auth/invitation")({
  beforeLoad: async () => {
    const token = pendingInviteToken();
    if (token === null) throw redirect({ to: "/auth/login", replace: true });
    if ((await loadSession()) !== null)
      throw redirect({
        to: "/workspaces/users/join/$inviteToken",
        params: { inviteToken: token },
        replace: true,
      });
    return { token };
  },
  loader: ({ context }) => prefetch(context.queryClient, invitePreviewQuery(context.token)),
  component: Invitation,
});

function Invitation() {
  const { token } = Route.useRouteContext();
  return <InvitationPage token={token} />;
}

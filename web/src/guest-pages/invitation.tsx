import { InvitationPage, InvitationProblem } from "../features/auth/invitation-page.tsx";
import { loadInvitePreview } from "../features/auth/invite-preview.ts";
import { pendingInviteToken } from "../features/auth/shared/pending-invite.ts";
import { PageRedirect } from "../lib/browser/page-entry.ts";
import { loadSession } from "../lib/session/session.ts";
import type { OpenGuestPage } from "./guest-pages.ts";

export const openInvitation: OpenGuestPage = async () => {
  const token = pendingInviteToken();
  if (token === null) throw new PageRedirect("/auth/login");
  if ((await loadSession()) !== null) throw new PageRedirect(`/workspaces/users/join/${token}`);
  try {
    return <InvitationPage preview={await loadInvitePreview(token)} />;
  } catch (error) {
    return <InvitationProblem error={error} />;
  }
};

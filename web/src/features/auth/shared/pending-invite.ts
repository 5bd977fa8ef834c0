/** The invite link that a guest opened. It is the return path until the sign-in, so it survives every page before it. */
import type { InviteGuestPreview } from "#contracts/members.ts";
import { loadFirst } from "../../../lib/api/first-answers.ts";
import { peekReturnPath } from "../../../lib/session/return-path.ts";

const inviteLinkPath = /^\/workspaces\/users\/join\/([\w-]{1,128})$/;

/** The token of an invite link; null for every other path. */
export const inviteTokenOf = (path: string): string | null =>
  inviteLinkPath.exec(path)?.[1] ?? null;

export const pendingInviteToken = (): string | null => inviteTokenOf(peekReturnPath() ?? "");

export type PendingInvitation = NonNullable<InviteGuestPreview["invitation"]>;

/** What a guest may see of the invitation of a link. */
export async function loadInvitePreview(token: string): Promise<InviteGuestPreview> {
  // The contract is only needed by invited guests.
  const { invites } = await import("#contracts/members.ts");
  return await loadFirst(invites.guestPreview, { path: { token } });
}

/** The open invitation that waits for the sign-in; null without one. Failures are ignored: the form works without it. */
export async function loadPendingInvitation(): Promise<PendingInvitation | null> {
  const token = pendingInviteToken();
  if (token === null) return null;
  try {
    return (await loadInvitePreview(token)).invitation;
  } catch {
    return null;
  }
}

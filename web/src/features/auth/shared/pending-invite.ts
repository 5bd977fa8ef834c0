/** The invite link that a guest opened. It is the return path until the sign-in, so it survives every page before it. */
import type { InviteGuestPreview } from "#contracts/members.ts";
import { peekReturnPath } from "../../../lib/session/return-path.ts";

const inviteLinkPath = /^\/workspaces\/users\/join\/([\w-]{1,128})$/;

/** The token of an invite link; null for every other path. */
export const inviteTokenOf = (path: string): string | null =>
  inviteLinkPath.exec(path)?.[1] ?? null;

export const pendingInviteToken = (): string | null => inviteTokenOf(peekReturnPath() ?? "");

export type PendingInvitation = NonNullable<InviteGuestPreview["invitation"]>;

/** The open invitation that waits for the sign-in; null without one. Failures are ignored: the form works without it. */
export async function loadPendingInvitation(): Promise<PendingInvitation | null> {
  const token = pendingInviteToken();
  if (token === null) return null;
  try {
    // The contract is only needed by invited guests.
    const { loadInvitePreview } = await import("../invite-preview.ts");
    return (await loadInvitePreview(token)).invitation;
  } catch {
    return null;
  }
}

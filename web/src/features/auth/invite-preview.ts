import { type InviteGuestPreview, invites } from "#contracts/members.ts";
import { loadFirst } from "../../lib/api/first-answers.ts";

/** What a guest may see of the invitation of a link. */
export const loadInvitePreview = (token: string): Promise<InviteGuestPreview> =>
  loadFirst(invites.guestPreview, { path: { token } });

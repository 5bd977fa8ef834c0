import { invites } from "#contracts/members.ts";
import { endpointQuery } from "../../lib/api/api-client.ts";

/** What a guest may see of the invitation of a link. */
export const invitePreviewQuery = (token: string) =>
  endpointQuery(invites.guestPreview, { path: { token } });

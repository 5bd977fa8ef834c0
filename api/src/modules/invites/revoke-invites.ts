/** Ends pending invites. It runs as boreal_system. */
export {
  revokeInvitesForEmail,
  revokeInvitesSentBy,
  expireInvitesSentBy,
  expireInvites,
} from "./store.ts";

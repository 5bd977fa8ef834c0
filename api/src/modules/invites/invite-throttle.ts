/** Limits how many invites are sent, counted before they are created, and how many links a guest may guess. */
import { maxInvitesPerRequest } from "#contracts/members.ts";
import { networkOf } from "../../core/lib/addresses.ts";
import { throttledError, type Throttle, type ThrottleRule } from "../../core/http/throttle.ts";

/** Per workspace and hour. */
const workspaceInviteRule = {
  name: "invitations workspace",
  limit: maxInvitesPerRequest,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;
/** Per user and hour, because a user can create any number of workspaces. */
const senderInviteRule = {
  name: "invitations person",
  limit: 5 * maxInvitesPerRequest,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;

/** Consumes the quota for all invites or for none: refunds what a rejected request has consumed. */
export async function consumeInviteQuota(
  throttle: Throttle,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  count: number,
  now: Date,
): Promise<void> {
  const rules = [
    [workspaceInviteRule, workspaceId],
    [senderInviteRule, userId],
  ] as const;
  const consumed: (readonly [ThrottleRule, string])[] = [];
  for (const [rule, subject] of Array.from({ length: count }, () => rules).flat()) {
    const block = await throttle.consume(rule, subject, now);
    if (block !== null) {
      for (const one of consumed) await throttle.refund(...one);
      throw throttledError(block);
    }
    consumed.push([rule, subject]);
  }
}

/** Unknown links per network. A known link is refunded, so that guests of one office do not block each other. */
const guestLinkRule = {
  name: "invitation links network",
  limit: 30,
  windowSeconds: 900,
  firstBlockSeconds: 30,
} as const satisfies ThrottleRule;

/** Counts the opening of a link by a guest; the returned function refunds it once the link is known. */
export async function countGuestLink(
  throttle: Throttle,
  ip: string,
  now: Date,
): Promise<() => Promise<void>> {
  const subject = networkOf(ip);
  await throttle.consumeOrThrow(guestLinkRule, subject, now);
  return () => throttle.refund(guestLinkRule, subject);
}

/** Limits how many invites are sent. They are counted before they are created. */
import { maxInvitesPerRequest } from "#contracts/members.ts";
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

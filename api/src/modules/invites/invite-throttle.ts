/** How many letters go to strangers: they are counted before they are written. */
import { maxInvitesPerRequest } from "#contracts/members.ts";
import { throttledError, type Throttle, type ThrottleRule } from "../../core/http/throttle.ts";

/** Of one workspace in an hour. */
const workspaceInviteRule = {
  name: "invitations workspace",
  limit: maxInvitesPerRequest,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;
/** Of one person, who opens as many workspaces as they like. */
const recipientInviteRule = {
  name: "invitations person",
  limit: 5 * maxInvitesPerRequest,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;

/** All of them or none: what a refused call had taken is given back. */
export async function consumeInviteQuota(
  throttle: Throttle,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  count: number,
  now: Date,
): Promise<void> {
  const counted = [
    [workspaceInviteRule, workspaceId],
    [recipientInviteRule, userId],
  ] as const;
  const taken: (readonly [ThrottleRule, string])[] = [];
  for (const [rule, whose] of Array.from({ length: count }, () => counted).flat()) {
    const block = await throttle.consume(rule, whose, now);
    if (block !== null) {
      for (const one of taken) await throttle.refund(...one);
      throw throttledError(block);
    }
    taken.push([rule, whose]);
  }
}

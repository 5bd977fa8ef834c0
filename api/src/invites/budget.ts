/** How many letters go to strangers: they are counted before they are written. */
import { invitesPerCall } from "#contracts/members.ts";
import { refuseBlocked, type Throttle, type ThrottleRule } from "../core/throttle.ts";

/** Of one workspace in an hour. */
const mailsOfWorkspace = {
  name: "invitations workspace",
  budget: invitesPerCall,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;
/** Of one person, who opens as many workspaces as they like. */
const mailsOfPerson = {
  name: "invitations person",
  budget: 5 * invitesPerCall,
  windowSeconds: 3_600,
} as const satisfies ThrottleRule;

/** All of them or none: what a refused call had taken is given back. */
export async function takeBudget(
  throttle: Throttle,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  count: number,
  now: Date,
): Promise<void> {
  const counted = [
    [mailsOfWorkspace, workspaceId],
    [mailsOfPerson, userId],
  ] as const;
  const taken: (readonly [ThrottleRule, string])[] = [];
  for (const [rule, whose] of Array.from({ length: count }, () => counted).flat()) {
    const block = await throttle.take(rule, whose, now);
    if (block !== null) {
      for (const one of taken) await throttle.giveBack(...one);
      throw refuseBlocked(block);
    }
    taken.push([rule, whose]);
  }
}

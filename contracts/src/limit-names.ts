/** The limits of a workspace, in the order in which they are shown. */
export const limitNames = ["instances", "gpus", "bare_metal", "monthly_spend"] as const;
export type LimitName = (typeof limitNames)[number];

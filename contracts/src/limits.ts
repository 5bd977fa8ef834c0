/** Limits of a workspace on what it may rent at a time and spend in a month. */
import { z } from "zod";
import { Id, Timestamp } from "./endpoint.ts";
import { limitNames } from "./limit-names.ts";
import { multilineText } from "./text.ts";

export const LimitName = z.enum(limitNames);

/** Instances, GPUs and bare-metal instances are counted; `monthly_spend` is in cents. */
const LimitValue = z.int().min(0).max(1_000_000_000);

export const limitRequestStatuses = ["open", "approved", "rejected"] as const;

export const LimitRequest = z.object({
  id: Id,
  value: z.int(),
  reason: z.string(),
  status: z.enum(limitRequestStatuses),
  createdAt: Timestamp,
  /** Null if the user no longer exists. */
  createdBy: z.object({ id: Id, name: z.string() }).nullable(),
  answeredAt: Timestamp.nullable(),
  /** What staff wrote with the answer. */
  note: z.string().nullable(),
});
export type LimitRequest = z.infer<typeof LimitRequest>;

export const WorkspaceLimit = z.object({
  limit: LimitName,
  value: z.int(),
  /**
   * Instances that are not terminating or terminated, their GPUs, or the forecast of this month's cost in cents: the cost
   * until now, and what all instances cost until the month ends (UTC).
   */
  used: z.int(),
  /** The open request, or the last one if staff answered it within 30 days. */
  request: LimitRequest.nullable(),
});
export type WorkspaceLimit = z.infer<typeof WorkspaceLimit>;

export const WorkspaceLimits = z.object({ limits: z.array(WorkspaceLimit) });

export const LimitRequestInput = z.strictObject({
  limit: LimitName,
  /** Higher than the present value. */
  value: LimitValue,
  reason: multilineText(1000).pipe(z.string().min(1)),
});

/**
 * An open request is approved by a value of at least the requested one, and rejected by any lower one. Without a value
 * the limit stays as it is, and the request is rejected.
 */
export const LimitUpdate = z.strictObject({
  limit: LimitName,
  value: LimitValue.optional(),
  /** The request that is answered. Another one, or none that is open, makes it a 409. */
  request: Id.optional(),
  /** Shown to the customer; required where it rejects an open request. */
  note: multilineText(1000).optional(),
});

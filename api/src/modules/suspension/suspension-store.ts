/** SQL of suspended workspaces. It runs as boreal_system. */
import type { SuspensionReason } from "#contracts/suspension-reasons.ts";
import { sql, type Tx } from "../../core/db/db.ts";

export interface NewSuspension {
  readonly reason: SuspensionReason;
  /** For the members; null without one. */
  readonly note: string | null;
}

export const setSuspended = (
  tx: Tx,
  workspaceId: string,
  { reason, note }: NewSuspension,
  now: Date,
): Promise<number> =>
  tx.execute(sql`UPDATE workspace SET status = 'suspended', suspended_at = ${now}, suspension_reason = ${reason}, suspension_note = ${note},
      updated_at = ${now} WHERE id = ${workspaceId}`);

/** A deactivated workspace stays deactivated. */
export const setLifted = (tx: Tx, workspaceId: string, now: Date): Promise<number> =>
  tx.execute(sql`UPDATE workspace SET status = CASE status WHEN 'suspended' THEN 'active' ELSE status END, suspended_at = NULL,
      suspension_reason = NULL, suspension_note = NULL, updated_at = ${now}
    WHERE id = ${workspaceId} AND suspended_at IS NOT NULL`);

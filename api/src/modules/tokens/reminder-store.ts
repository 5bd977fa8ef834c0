/** SQL of expiry reminders. It runs as boreal_system. */
import { type Tx, sql } from "../../core/db/db.ts";
import type { NotificationRecipient } from "../accounts/security-notifications.ts";

export interface ExpiringToken {
  name: string;
  workspace_id: string;
  workspace: string;
  handle: string;
  created_by: string;
  expires_at: Date;
}

/** Records the reminder. Returns null when the token is no longer usable, or this or a later reminder was sent. */
export const markReminded = (
  tx: Tx,
  tokenId: string,
  days: number,
  now: Date,
): Promise<ExpiringToken | null> =>
  tx.maybeOne<ExpiringToken>(sql`
    UPDATE access_token t SET last_reminder_days = ${days} FROM workspace w
     WHERE t.id = ${tokenId} AND w.id = t.workspace_id AND w.status <> 'deactivated'
       AND t.revoked_at IS NULL AND t.rotated_at IS NULL AND t.expires_at > ${now}
       AND (t.last_reminder_days IS NULL OR t.last_reminder_days > ${days})
    RETURNING t.name, t.workspace_id, w.name AS workspace, w.handle, t.created_by, t.expires_at`);

/** Returns the creator and the owners who are active members. */
export const listCreatorAndOwners = (
  tx: Tx,
  token: Pick<ExpiringToken, "workspace_id" | "created_by">,
): Promise<NotificationRecipient[]> =>
  tx.many<NotificationRecipient>(sql`
    SELECT u.id, u.email, u.first_name, u.locale, u.timezone
      FROM user_workspace_role r JOIN user_account u ON u.id = r.user_id AND u.status = 'active'
     WHERE r.workspace_id = ${token.workspace_id} AND r.expired_at IS NULL
       AND (r.user_id = ${token.created_by} OR r.workspace_role_id = 'owner') ORDER BY u.id`);

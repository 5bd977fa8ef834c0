/** The home page of a workspace; all its queries are sent together. */
import { type RecentActivityRow, listRecentActivity } from "../activity/recent-activity.ts";
import type { RecentActivity } from "#contracts/activity-entry.ts";
import type { Overview } from "#contracts/workspaces.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { monthToDateExpenditure } from "../billing/expenditure.ts";
import {
  type Caller,
  type AuthorizedWorkspace,
  callerAccessLevel,
} from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { readOverviewCounts } from "./store.ts";

export async function getOverview(
  tx: Tx,
  workspace: AuthorizedWorkspace,
  caller: Caller,
  now: Date,
): Promise<Overview> {
  const { user, session } = caller;
  // Impersonating staff and access tokens see only what their permissions allow.
  const may = (permission: WorkspacePermission) => callerAccessLevel(caller, permission) !== null;
  const isThemselves = session !== null && session.adminRole === null;
  const seesDeeds = isThemselves || may("activity.view");
  const [figures, happenings, consumed] = await Promise.all([
    readOverviewCounts(tx, workspace.id),
    seesDeeds ? listRecentActivity(tx, workspace.id, may("activity.view") ? null : user.id) : [],
    may("billing.view") ? monthToDateExpenditure(tx, workspace.id, now) : null,
  ]);
  const byStatus: Record<string, number> = figures.by_status ?? {};
  const live = Object.entries(byStatus).filter(([status]) => status !== "terminated");
  return {
    instances: may("instance.view")
      ? {
          total: live.reduce((sum, [, n]) => sum + n, 0),
          byStatus,
          billedRateMicrosPerHour: figures.billed_rate_micros,
        }
      : null,
    projects: may("project.view") ? figures.projects : null,
    credentials: may("credential.view") ? figures.credentials : null,
    members: may("member.view") ? figures.members : null,
    expenditure:
      consumed === null
        ? null
        : { monthToDate: consumed.total, asOf: consumed.asOf, periodStart: consumed.periodStart },
    recent: happenings.map(toRecentActivity),
  };
}

const toRecentActivity = (row: RecentActivityRow): RecentActivity => ({
  id: row.id,
  at: row.at.toISOString(),
  action: row.action,
  actorName: row.actor_name,
  changes: row.changes,
  target:
    row.target_type === null
      ? null
      : { type: row.target_type, id: row.target_id ?? "", name: row.target_name ?? "" },
});

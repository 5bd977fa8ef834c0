/** The home page of a workspace: everything it shows, asked at once. */
import type { Happening } from "#contracts/activity.ts";
import type { Overview } from "#contracts/workspaces.ts";
import { isMasked, reachOf, type WorkspacePermission } from "#contracts/permissions.ts";
import { monthToDate } from "../billing/expenditure.ts";
import type { Caller, GrantedWorkspace } from "../core/access.ts";
import type { Tx } from "../core/db.ts";
import { type HappeningRow, readFigures, readHappenings } from "./store.ts";

export async function overviewOf(
  tx: Tx,
  workspace: GrantedWorkspace,
  { user, session: { adminRole } }: Pick<Caller, "user" | "session">,
  now: Date,
): Promise<Overview> {
  // Staff who act as someone see no more of it than their kind may.
  const may = (permission: WorkspacePermission) =>
    reachOf(workspace.role, permission) !== null &&
    (adminRole === null || !isMasked(permission, adminRole));
  const seesDeeds = adminRole === null || may("activity.view");
  const [figures, happenings, spent] = await Promise.all([
    readFigures(tx, workspace.id),
    seesDeeds ? readHappenings(tx, workspace.id, may("activity.view") ? null : user.id) : [],
    may("billing.view") ? monthToDate(tx, workspace.id, now) : null,
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
    members: figures.members,
    expenditure:
      spent === null
        ? null
        : { monthToDate: spent.total, asOf: spent.asOf, periodStart: spent.periodStart },
    recent: happenings.map(shown),
  };
}

const shown = (row: HappeningRow): Happening => ({
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

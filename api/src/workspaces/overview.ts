/** The home page of a workspace: everything it shows, asked at once. */
import type { Happening } from "#contracts/activity.ts";
import type { Overview } from "#contracts/workspaces.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { monthToDate } from "../billing/expenditure.ts";
import { type AnyCaller, type GrantedWorkspace, reachWith } from "../core/access.ts";
import type { Tx } from "../core/db.ts";
import { type HappeningRow, readFigures, readHappenings } from "./store.ts";

export async function overviewOf(
  tx: Tx,
  workspace: GrantedWorkspace,
  caller: AnyCaller,
  now: Date,
): Promise<Overview> {
  const { user, session } = caller;
  // Staff who act as someone, and tokens, see no more of it than they may.
  const may = (permission: WorkspacePermission) => reachWith(caller, permission) !== null;
  const isThemselves = session !== null && session.adminRole === null;
  const seesDeeds = isThemselves || may("activity.view");
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
    members: may("member.view") ? figures.members : null,
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

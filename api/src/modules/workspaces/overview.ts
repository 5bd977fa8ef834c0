/** The home page of a workspace; all its queries are sent together. */
import { type RecentActivityRow, listRecentActivity } from "../activity/recent-activity.ts";
import type { RecentActivity } from "#contracts/activity-entry.ts";
import { usd } from "#contracts/money.ts";
import type { Attention, Overview } from "#contracts/workspaces.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { readDailySpend, toSpend } from "../billing/daily-spend.ts";
import { monthToDateTotals } from "../billing/expenditure.ts";
import { findBalances } from "../billing/ledger.ts";
import {
  type Caller,
  type AuthorizedWorkspace,
  callerAccessLevel,
} from "../../core/http/authorization.ts";
import type { Tx } from "../../core/db/db.ts";
import { listAttention, readOverviewCounts } from "./overview-store.ts";

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
  const canViewActivity = isThemselves || may("activity.view");
  const canViewSpend = may("project.view") || may("billing.view");
  const [counts, recentActivity, expenditure, balances, spend, attention] = await Promise.all([
    readOverviewCounts(tx, workspace.id),
    canViewActivity
      ? listRecentActivity(tx, workspace.id, may("activity.view") ? null : user.id)
      : [],
    may("billing.view") ? monthToDateTotals(tx, workspace.id, now) : null,
    may("billing.view") ? findBalances(tx, workspace.id) : null,
    canViewSpend ? readDailySpend(tx, workspace.id, now) : null,
    listAttention(tx, {
      workspaceId: workspace.id,
      now,
      instances: may("instance.view"),
      tokens: may("token.view"),
      invites: may("invite.view"),
    }),
  ]);
  const byStatus: Record<string, number> = counts.by_status ?? {};
  const live = Object.entries(byStatus).filter(([status]) => status !== "terminated");
  // A new workspace has its own steps for this.
  const hasInstances = Object.keys(byStatus).length > 0;
  return {
    instances: may("instance.view")
      ? {
          total: live.reduce((sum, [, n]) => sum + n, 0),
          byStatus,
          byRegion: counts.by_region,
          billedRateMicrosPerHour: counts.billed_rate_micros,
        }
      : null,
    projects: may("project.view") ? counts.projects : null,
    credentials: may("credential.view") ? counts.credentials : null,
    members: may("member.view") ? counts.members : null,
    expenditure,
    balance: balances === null ? null : usd(balances.balance),
    spend: spend === null ? null : toSpend(spend),
    attention: [
      ...attention,
      ...(may("credential.create") && counts.credentials === 0 && hasInstances ? [missingKey] : []),
    ],
    recent: recentActivity.map(toRecentActivity),
  };
}

/** Without an SSH key nobody can order another instance. */
const missingKey: Attention = { kind: "no_key", count: 1, objects: [], at: null, reason: null };

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

/**
 * The project map: instances and hourly cost per project, and the cost of each project on each of the last 30
 * days.
 */
import type { ProjectGraph } from "#contracts/projects.ts";
import { usd } from "#contracts/money.ts";
import { toEpochSeconds } from "../billing/metering.ts";
import type { Tx } from "../../core/db/db.ts";
import { readTree, readSpend } from "./graph-store.ts";

const maxDays = 30;
const dayMs = 24 * 3_600_000;

export async function getGraph(tx: Tx, workspaceId: string, now: Date): Promise<ProjectGraph> {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const first = new Date(today - (maxDays - 1) * dayMs);
  const [tree, spendRows] = await Promise.all([
    readTree(tx, workspaceId),
    readSpend(tx, workspaceId, toEpochSeconds(first), toEpochSeconds(now)),
  ]);
  return {
    rateMicrosPerHour: tree[0]?.totalRate ?? 0,
    moreProjects: Math.max(0, (tree[0]?.totalProjects ?? 0) - tree.length),
    projects: tree.map(({ id, name, colour, rate, live, instances }) => ({
      id,
      name,
      colour,
      rateMicrosPerHour: rate,
      instances,
      moreInstances: Math.max(0, live - instances.length),
    })),
    days: Array.from({ length: maxDays }, (_, day) => ({
      day: new Date(first.getTime() + day * dayMs).toISOString().slice(0, 10),
      amounts: spendRows
        .filter((row) => row.day === day)
        .map(({ projectId, cents }) => ({ projectId, amount: usd(cents) })),
    })),
  };
}

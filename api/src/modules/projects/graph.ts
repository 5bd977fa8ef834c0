/**
 * The project map: instances and hourly cost per project, and the cost of each project on each of the last 30
 * days.
 */
import type { ProjectGraph } from "#contracts/projects.ts";
import { usd } from "#contracts/money.ts";
import { spendDays } from "#contracts/workspaces.ts";
import { readDailySpend } from "../billing/daily-spend.ts";
import type { Tx } from "../../core/db/db.ts";
import { readTree } from "./graph-store.ts";

const dayMs = 24 * 3_600_000;

export async function getGraph(tx: Tx, workspaceId: string, now: Date): Promise<ProjectGraph> {
  const [tree, spend] = await Promise.all([
    readTree(tx, workspaceId),
    readDailySpend(tx, workspaceId, now),
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
    days: Array.from({ length: spendDays }, (_, day) => ({
      day: new Date(spend.first.getTime() + day * dayMs).toISOString().slice(0, 10),
      amounts: spend.projects.flatMap(({ project, cents }) => {
        const amount = cents[day] ?? 0;
        return amount === 0 ? [] : [{ projectId: project?.id ?? null, amount: usd(amount) }];
      }),
    })),
  };
}

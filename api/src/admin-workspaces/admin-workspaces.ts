/** Workspaces, as staff see them, take them down and open them again. */
import {
  type AdminWorkspace,
  type adminWorkspaces as calls,
  type workspaceStatuses,
} from "#contracts/admin-workspaces.ts";
import type { Tx } from "../core/db.ts";
import { Refusal } from "../core/errors.ts";
import { asSystem, type Handlers, systemListing } from "../core/handlers.ts";
import {
  deactivate,
  type HeldWorkspace,
  holdWorkspace,
  reactivate,
  restorableDays,
} from "./deactivation.ts";
import { countAll, listAll, viewOne } from "./store.ts";

const reason = "staff see every tenant";
const dayMs = 24 * 3_600_000;

async function demandOne(tx: Tx, id: string): Promise<AdminWorkspace> {
  const found = await viewOne(tx, id);
  if (found === null) throw new Refusal("not_found");
  return found;
}

async function demandHeld(tx: Tx, id: string): Promise<HeldWorkspace> {
  const held = await holdWorkspace(tx, id);
  if (held === null) throw new Refusal("not_found");
  return held;
}

const notPossible = (message: string) => new Refusal("action_not_possible", { message });

const stillRuns = (count: number) =>
  count === 1 ? "1 machine is still there" : `${count} machines are still there`;

export const adminWorkspaces: Handlers<typeof calls> = {
  list: systemListing(reason, ({ query }) => listAll(query)),

  count: asSystem(reason, async ({ tx }) => {
    const found = new Map((await countAll(tx)).map(({ status, n }) => [status, n]));
    const of = (status: (typeof workspaceStatuses)[number]) => found.get(status) ?? 0;
    const byStatus = {
      active: of("active"),
      suspended: of("suspended"),
      deactivated: of("deactivated"),
    };
    return { total: [...found.values()].reduce((sum, n) => sum + n, 0), byStatus };
  }),

  view: asSystem(reason, ({ tx, path }) => demandOne(tx, path.adminWorkspace)),

  remove: asSystem(reason, async ({ tx, now, path, body, note, announce }) => {
    const { id, name, status, liveMachines } = await demandHeld(tx, path.adminWorkspace);
    if (status === "deactivated") throw notPossible("It is deactivated already");
    if (liveMachines > 0) throw notPossible(stillRuns(liveMachines));
    await deactivate(tx, id, now);
    note({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [
        { field: "status", from: status, to: "deactivated" },
        { field: "reason", from: null, to: body.reason },
      ],
    });
    await announce(id, { topic: "workspace", id });
    return demandOne(tx, id);
  }),

  restore: asSystem(reason, async ({ tx, now, path, note, announce }) => {
    const { id, name, status, deactivatedAt, hasOwner } = await demandHeld(tx, path.adminWorkspace);
    if (status !== "deactivated" || deactivatedAt === null)
      throw notPossible("It is not deactivated");
    if (now.getTime() > deactivatedAt.getTime() + restorableDays * dayMs)
      throw notPossible(`It was deactivated more than ${restorableDays} days ago`);
    // Erased while it was down, when they did not have to give it away first.
    if (!hasOwner) throw notPossible("Nobody is its owner any more");
    await reactivate(tx, id, now);
    note({
      workspaceId: id,
      target: { type: "workspace", id, name },
      changes: [{ field: "status", from: "deactivated", to: "active" }],
    });
    await announce(id, { topic: "workspace", id });
    return demandOne(tx, id);
  }),
};

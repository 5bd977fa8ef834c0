/** What is changed of a workspace that is there: what it is called, where one begins, its end. */
import type { workspaces as calls } from "#contracts/workspaces.ts";
import { deactivate, holdWorkspace } from "../admin-workspaces/deactivation.ts";
import { lockAccount } from "../auth/accounts.ts";
import type { GrantedWorkspace } from "../core/access.ts";
import { sql, type Tx } from "../core/db.ts";
import { Refusal, refuseField } from "../core/errors.ts";
import { asSystem, type Handlers } from "../core/handlers.ts";
import { renameHandle } from "./handles.ts";
import { lockAs, makeDefaultFor } from "./roles.ts";

type Shown = Pick<GrantedWorkspace, "id" | "handle" | "name" | "colour" | "status" | "role"> & {
  createdAt: Date;
  updatedAt: Date;
};
export const shownWorkspace = (workspace: Shown) => ({
  ...workspace,
  createdAt: workspace.createdAt.toISOString(),
  updatedAt: workspace.updatedAt.toISOString(),
});

/** Typed by whoever gives a workspace away or ends it. */
export function demandTypedHandle(typed: string, workspace: GrantedWorkspace): void {
  if (typed !== workspace.handle)
    throw refuseField("handle", "mismatch", "This doesn't match the workspace's handle");
}

const fields = ["name", "handle", "colour"] as const;
type Named = Pick<GrantedWorkspace, (typeof fields)[number]>;

const readNames = (tx: Tx, id: string): Promise<Named> =>
  tx.one<Named>(sql`SELECT name, handle, colour FROM workspace WHERE id = ${id}`);

const countMachines = async (tx: Tx, workspaceId: string): Promise<number> =>
  (
    await tx.one<{ n: number }>(
      sql`SELECT count(*) AS n FROM instance WHERE workspace_id = ${workspaceId} AND status <> 'terminated'`,
    )
  ).n;

type Changing = Pick<Handlers<typeof calls>, "update" | "makeDefault" | "blockers" | "remove">;

export const changeHandlers: Changing = {
  update: asSystem(
    "a handle may be taken by any tenant",
    async ({ tx, now, caller, workspace, body, note, announce }) => {
      const { id } = workspace;
      await lockAs(tx, id, caller.user.id, "workspace.update");
      const before = await readNames(tx, id);
      const after: Named = {
        name: body.name ?? before.name,
        handle: body.handle ?? before.handle,
        colour: body.colour ?? before.colour,
      };
      const changed = fields.filter((field) => before[field] !== after[field]);
      if (changed.includes("handle"))
        await renameHandle(tx, { id, from: before.handle, to: after.handle, now });
      const updatedAt = changed.length === 0 ? workspace.updatedAt : now;
      await tx.run(
        sql`UPDATE workspace SET name = ${after.name}, colour = ${after.colour}, updated_at = ${updatedAt} WHERE id = ${id}`,
      );
      note({
        target: { type: "workspace", id, name: after.name },
        changes: changed.map((field) => ({ field, from: before[field], to: after[field] })),
      });
      await announce(id, { topic: "workspace", id });
      return shownWorkspace({ ...workspace, ...after, updatedAt });
    },
  ),

  makeDefault: asSystem(
    "one's default may be in another workspace",
    async ({ tx, caller, workspace, note }) => {
      await lockAccount(tx, caller.user.id);
      const isNew = await makeDefaultFor(tx, caller.user.id, workspace.id);
      note({
        target: { type: "workspace", id: workspace.id, name: workspace.name },
        // Whoever reads this workspace's log is not to learn of the other one.
        changes: isNew ? [{ field: "default", from: null, to: workspace.name }] : [],
      });
      return shownWorkspace(workspace);
    },
  ),

  blockers: async ({ tx, workspace }) => {
    const count = await countMachines(tx, workspace.id);
    return { blockers: count === 0 ? [] : [{ kind: "running_instances" as const, count }] };
  },

  remove: asSystem(
    "its people may begin in other workspaces",
    async ({ tx, now, caller, workspace, body, note, announce }) => {
      demandTypedHandle(body.handle, workspace);
      const held = await holdWorkspace(tx, workspace.id);
      await lockAs(tx, workspace.id, caller.user.id, "workspace.delete");
      if (held === null || held.liveMachines > 0)
        throw new Refusal("action_not_possible", {
          message: "The workspace still has running instances",
        });
      await deactivate(tx, workspace.id, now);
      note({
        target: { type: "workspace", id: workspace.id, name: workspace.name },
        changes: [{ field: "status", from: held.status, to: "deactivated" }],
      });
      await announce(workspace.id, { topic: "workspace", id: workspace.id });
      return null;
    },
  ),
};

/** Updates of a workspace: name, handle, color, default workspace, deletion. */
import { setDefaultWorkspace } from "./membership-store.ts";
import type { Tx } from "../../core/db/db.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { workspaceActions } from "#contracts/actions/workspaces.ts";
import type { WorkspaceBlocker, workspaces as endpoints } from "#contracts/workspaces.ts";
import { deactivate, lockWorkspace } from "../admin-workspaces/deactivation.ts";
import { lockAccount } from "../accounts/accounts.ts";
import {
  assertNotDenied,
  type AuthorizedWorkspace,
  toActor,
} from "../../core/http/authorization.ts";
import { fieldError, actionNotPossible } from "../../core/lib/problem-error.ts";
import { systemHandler, type Handlers } from "../../core/http/handlers.ts";
import { renameHandle } from "./handles.ts";
import { lockWorkspaceWithPermission } from "./memberships.ts";
import { countUnpaid } from "../billing/unpaid-invoices.ts";
import { readUpdatableFields, countInstances, setNameAndColour } from "./store.ts";

type WorkspaceFields = Pick<
  AuthorizedWorkspace,
  "id" | "handle" | "name" | "colour" | "status" | "role"
> & {
  createdAt: Date;
  updatedAt: Date;
};

export const toWorkspace = (workspace: WorkspaceFields) => ({
  ...workspace,
  createdAt: workspace.createdAt.toISOString(),
  updatedAt: workspace.updatedAt.toISOString(),
});

/** Checks the handle that the user enters to confirm a transfer or deletion. */
export function assertHandleConfirmation(typed: string, workspace: AuthorizedWorkspace): void {
  if (typed !== workspace.handle) throw fieldError("handle", "mismatch");
}

const fields = ["name", "handle", "colour"] as const;
export type UpdatableFields = Pick<AuthorizedWorkspace, (typeof fields)[number]>;

type UpdateWorkspaceHandlers = Pick<
  Handlers<typeof endpoints>,
  "update" | "makeDefault" | "blockers" | "remove"
>;

async function findBlockers(
  tx: Tx,
  workspaceId: string,
  instances: number,
): Promise<WorkspaceBlocker[]> {
  const invoices = await countUnpaid(tx, workspaceId);
  const blockers: WorkspaceBlocker[] = [
    { kind: "running_instances", count: instances },
    { kind: "unpaid_invoices", count: invoices },
  ];
  return blockers.filter(({ count }) => count > 0);
}

export const updateWorkspaceHandlers: UpdateWorkspaceHandlers = {
  update: systemHandler(
    "a handle may be taken by any tenant",
    async ({ tx, now, caller, workspace, body, audit, publish }) => {
      const { id } = workspace;
      await lockWorkspaceWithPermission(tx, id, caller.user.id, "workspace.update");
      const before = await readUpdatableFields(tx, id);
      const after: UpdatableFields = {
        name: body.name ?? before.name,
        handle: body.handle ?? before.handle,
        colour: body.colour ?? before.colour,
      };
      const changed = fields.filter((field) => before[field] !== after[field]);
      if (changed.includes("handle"))
        await renameHandle(tx, { id, from: before.handle, to: after.handle, now });
      const updatedAt = changed.length === 0 ? workspace.updatedAt : now;
      await setNameAndColour(tx, id, after, updatedAt);
      audit({
        target: { type: "workspace", id, name: after.name },
        changes: changed.map((field) => ({ field, from: before[field], to: after[field] })),
      });
      await publish(id, { topic: "workspace", id });
      return toWorkspace({ ...workspace, ...after, updatedAt });
    },
  ),

  makeDefault: systemHandler(
    "the caller's default may be another workspace",
    async ({ tx, caller, workspace, audit }) => {
      await lockAccount(tx, caller.user.id);
      const isNew = await setDefaultWorkspace(tx, caller.user.id, workspace.id);
      audit({
        target: { type: "workspace", id: workspace.id, name: workspace.name },
        // Readers of this workspace's activity must not learn about the user's other workspace.
        changes: isNew ? [{ field: "default", from: null, to: workspace.name }] : [],
      });
      return toWorkspace(workspace);
    },
  ),

  blockers: async ({ tx, workspace }) => {
    const instances = await countInstances(tx, workspace.id);
    return { blockers: await findBlockers(tx, workspace.id, instances) };
  },

  remove: systemHandler(
    "its members' default workspaces change too",
    async ({ tx, now, caller, workspace, body, audit, publish }) => {
      assertHandleConfirmation(body.handle, workspace);
      const locked = await lockWorkspace(tx, workspace.id);
      await lockWorkspaceWithPermission(tx, workspace.id, caller.user.id, "workspace.delete");
      if (locked === null) throw actionNotPossible("workspace_is_deactivated");
      const subject = { blockers: await findBlockers(tx, workspace.id, locked.liveInstances) };
      assertNotDenied(actionDenial(toActor(caller), workspaceActions.remove, subject, now));
      await deactivate(tx, workspace.id, now);
      audit({
        target: { type: "workspace", id: workspace.id, name: workspace.name },
        changes: [{ field: "status", from: locked.status, to: "deactivated" }],
      });
      await publish(workspace.id, { topic: "workspace", id: workspace.id });
      return null;
    },
  ),
};

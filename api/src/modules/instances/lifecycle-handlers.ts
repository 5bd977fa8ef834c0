/** Handlers that take back what was requested for an instance. */
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { endedInstanceActions } from "#contracts/actions/instances.ts";
import { createReason } from "#contracts/problem-reasons.ts";
import { commandActions } from "#contracts/actions/commands.ts";
import { assertNotDenied, registerObjectLoader, toActor } from "../../core/http/authorization.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import {
  cancelQueuedCommand,
  findInstanceCommand,
  type InstanceCommandRow,
  lockInstanceCommand,
} from "../commands/cancel-command.ts";
import {
  cancelOpenCommands,
  createCommands,
  publishInstanceChanged,
} from "../commands/create-commands.ts";
import { findReachedThreshold } from "../billing/alert-threshold.ts";
import { findReachedLimits } from "../billing/limits.ts";
import { toRequester } from "../commands/requester.ts";
import { ProblemError } from "../../core/lib/problem-error.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import { getInstance } from "./handlers.ts";
import { findStatusBeforeTermination, findTakenBack, setRestoring } from "./undo-store.ts";
import { lockInstance } from "./store.ts";

declare module "../../core/http/authorization.ts" {
  interface AuthorizedObjects {
    command: InstanceCommandRow;
  }
}
registerObjectLoader("command", { find: findInstanceCommand, ownerId: (row) => row.owner.id });

export const instanceLifecycleHandlers: Handlers<typeof api.instanceLifecycle> = {
  cancelCommand: async ({ tx, command, now, caller, audit }) => {
    const { instanceId: id, workspaceId } = command;
    // The instance before the command, as a worker that starts it.
    const instance = await lockInstance(tx, { id, workspaceId });
    const current = await lockInstanceCommand(tx, command);
    const subject = { ...current, owner: instance.owner };
    assertNotDenied(actionDenial(toActor(caller), commandActions.cancel, subject, now));
    audit({ target: { type: "instance", id, name: instance.hostname } });
    if (current.status === "cancelled") return getInstance(tx, instance, now);
    await cancelQueuedCommand(commandDefinitions, tx, now, current);
    audit({ changes: [{ field: "command", from: null, to: current.kind }] });
    await publishInstanceChanged(tx, instance);
    return getInstance(tx, instance, now);
  },

  restore: async ({ tx, instance, now, caller, request, audit }) => {
    // Locks the limits before the instance, as an order does.
    const added = await findTakenBack(tx, instance);
    const reached = await findReachedLimits(tx, instance.workspaceId, now, [added]);
    const threshold = await findReachedThreshold(tx, instance.workspaceId, now);
    const row = await lockInstance(tx, instance);
    assertNotDenied(actionDenial(toActor(caller), endedInstanceActions.restore, row, now));
    audit({ target: { type: "instance", id: row.id, name: row.hostname } });
    if (row.statusReason === "restoring") return getInstance(tx, row, now);
    if (reached.length > 0)
      throw new ProblemError("action_not_possible", {
        reason: createReason("workspace_limit_reached"),
      });
    if (threshold !== null)
      throw new ProblemError("action_not_possible", {
        reason: createReason("alert_threshold_passed"),
      });
    const before = (await findStatusBeforeTermination(tx, row)) ?? "active";
    if (!(await setRestoring(tx, row, now)))
      throw new ProblemError("action_not_possible", {
        reason: createReason("hostname_is_taken", { hostname: row.hostname }),
      });
    await cancelOpenCommands(tx, now, row);
    await createCommands(tx, now, {
      kind: "restore",
      definition: commandDefinitions.restore,
      instanceIds: [row.id],
      workspaceId: row.workspaceId,
      variant: row.variant,
      regionHandle: row.regionHandle,
      requester: toRequester(caller),
      requestId: request.id,
      before: { status: before, reason: null },
    });
    audit({ changes: [{ field: "status", from: row.status, to: before }] });
    await publishInstanceChanged(tx, row);
    return getInstance(tx, row, now);
  },
};

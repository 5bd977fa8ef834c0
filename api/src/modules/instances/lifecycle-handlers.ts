/** Handlers that take back what was requested for an instance. */
import type { api } from "#contracts/api.ts";
import { actionDenial } from "#contracts/actions/action.ts";
import { commandActions } from "#contracts/actions/commands.ts";
import { assertNotDenied, registerObjectLoader, toActor } from "../../core/http/authorization.ts";
import type { Handlers } from "../../core/http/handlers.ts";
import {
  cancelQueuedCommand,
  findInstanceCommand,
  type InstanceCommandRow,
  lockInstanceCommand,
} from "../commands/cancel-command.ts";
import { publishInstanceChanged } from "../commands/create-commands.ts";
import { commandDefinitions } from "./commands/command-definitions.ts";
import { getInstance } from "./handlers.ts";
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
};

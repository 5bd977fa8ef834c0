/** What may be done with a command. */
import { type CommandStatus, commandPermission, isEnding } from "../commands.ts";
import type { UnavailableReason } from "../endpoint.ts";
import { instanceLifecycle } from "../instance-lifecycle.ts";
import { createReason } from "../problem-reasons.ts";
import { type Action, defineAction, type StateDenial } from "./action.ts";
import { missingPermissionDenial, type Owner } from "./actor.ts";

export interface CommandSubject {
  readonly kind: string;
  readonly status: CommandStatus;
  /** Owner of the instance. */
  readonly owner: Owner;
}

const notOwn: UnavailableReason = {
  code: "not_own_instance",
  message: "Your role allows this only for instances you created or that are in your own projects",
};

function cancelDenial({ kind, status }: CommandSubject): StateDenial | null {
  if (status === "cancelled") return { ...createReason("command_is_cancelled"), isRepeat: true };
  // Its billing has stopped when it was accepted.
  if (isEnding(kind)) return createReason("termination_cannot_be_cancelled");
  // The request has changed the image and the keys already.
  if (kind === "reinstall") return createReason("reinstall_cannot_be_cancelled");
  if (kind === "restore") return createReason("restore_cannot_be_cancelled");
  if (status === "queued") return null;
  const isRunning = status === "running" || status === "waiting";
  return createReason(isRunning ? "command_has_started" : "command_is_over");
}

export const commandActions = {
  cancel: defineAction<CommandSubject>(instanceLifecycle.cancelCommand, {
    owner: ({ owner }) => owner,
    notOwn,
    unavailable: (subject, actor) =>
      missingPermissionDenial(actor, commandPermission(subject.kind)) ?? cancelDenial(subject),
  }),
} satisfies Record<string, Action<CommandSubject>>;

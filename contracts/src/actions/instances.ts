/** What may be done with an instance. */
import { type AdminInstanceLog, adminInstances } from "../admin-instances.ts";
import { createReason } from "../problem-reasons.ts";
import {
  type Instance,
  type InstanceAction,
  instances,
  transitionReasons,
  unavailableReason,
} from "../instances.ts";
import { projects } from "../projects.ts";
import { type Action, defineAction } from "./action.ts";
import type { Owner } from "./actor.ts";

export interface InstanceSubject
  extends Pick<Instance, "status" | "statusReason" | "deleteProtection"> {
  readonly owner: Owner;
  /** Null for an instance that was never active. */
  readonly activatedAt: string | Date | null;
}

const notOwnInstance = {
  code: "not_own_instance",
  message: "Your role allows this only for instances you created or that are in your own projects",
} as const;

const powerAction = (name: InstanceAction): Action<InstanceSubject> =>
  defineAction(name === "terminate" ? instances.terminate : instances.reset, {
    owner: ({ owner }) => owner,
    notOwn: notOwnInstance,
    unavailable: ({ status, statusReason, activatedAt, deleteProtection }) => {
      const reason = unavailableReason(name, {
        status,
        statusReason,
        everActive: activatedAt !== null,
      });
      if (name !== "terminate") return reason;
      // An earlier termination makes a further one a repeat.
      if (reason !== null) return { ...reason, isRepeat: true };
      return deleteProtection ? createReason("instance_is_protected") : null;
    },
  });

export const instanceActions = {
  reboot: powerAction("reboot"),
  hard_reboot: powerAction("hard_reboot"),
  power_on: powerAction("power_on"),
  power_off: powerAction("power_off"),
  terminate: powerAction("terminate"),
  /** Overwrites the disks, so delete protection prevents it. */
  reinstall: defineAction<InstanceSubject>(instances.reinstall, {
    owner: ({ owner }) => owner,
    notOwn: notOwnInstance,
    unavailable: ({ status, statusReason, activatedAt, deleteProtection }) => {
      const changing = transitionReasons.find((reason) => reason === statusReason);
      if (changing !== undefined) return createReason(`instance_is_${changing}`);
      if (status !== "active" && status !== "stopped" && status !== "error")
        return createReason(`instance_is_${status}`);
      if (activatedAt === null) return createReason("instance_never_ran");
      return deleteProtection ? createReason("instance_is_protected") : null;
    },
  }),
  /** Changes the display name and the delete protection. */
  update: defineAction<Pick<InstanceSubject, "owner" | "status">>(instances.update, {
    owner: ({ owner }) => owner,
    notOwn: notOwnInstance,
    unavailable: ({ status }) =>
      status === "terminating" || status === "terminated"
        ? createReason(`instance_is_${status}`)
        : null,
  }),
  /** Moves the instance out of its project; `projectActions` decides the target project. */
  move: defineAction<Pick<InstanceSubject, "owner" | "status">>(projects.unassign, {
    owner: ({ owner }) => owner,
    notOwn: {
      code: "not_own_instance_move",
      message: "Your role can move only instances you created or that are in your own projects",
    },
    unavailable: ({ status }) =>
      status === "terminated" ? createReason("instance_is_terminated") : null,
  }),
} satisfies Record<InstanceAction, Action<InstanceSubject>> & {
  move: unknown;
  reinstall: unknown;
  update: unknown;
};

type InstanceLogSubject = Pick<AdminInstanceLog, "waitingReason" | "commandKind">;

/** What staff may do with a step of an instance's timeline. */
export const instanceLogActions = {
  complete: defineAction<InstanceLogSubject>(adminInstances.completeLog, {
    unavailable: notWaiting,
  }),
  fail: defineAction<InstanceLogSubject>(adminInstances.failLog, {
    // Its billing has stopped, so a failed termination would leave an instance that nobody pays for.
    unavailable: (subject) =>
      notWaiting(subject) ??
      (subject.commandKind === "terminate" ? createReason("termination_cannot_fail") : null),
  }),
};

function notWaiting({ waitingReason }: InstanceLogSubject) {
  return waitingReason === null ? createReason("step_not_waiting") : null;
}

/** What may be done with an instance. */
import { type AdminInstanceLog, adminInstances } from "../admin-instances.ts";
import { isEnding } from "../commands.ts";
import { instanceLifecycle } from "../instance-lifecycle.ts";
import { createReason } from "../problem-reasons.ts";
import { instanceConsole } from "../instance-console.ts";
import { type Instance, instances } from "../instances.ts";
import { type InstanceAction, transitionReasons, unavailableReason } from "../instance-states.ts";
import { projects } from "../projects.ts";
import { type Action, defineAction, type StateDenial } from "./action.ts";
import { type Owner, workspaceSuspended } from "./actor.ts";

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

type PowerSubject = Omit<InstanceSubject, "owner">;

/** Why the state of the instance makes a power action or its termination impossible. */
function powerDenial(
  name: InstanceAction,
  { status, statusReason, activatedAt, deleteProtection }: PowerSubject,
): StateDenial | null {
  const reason = unavailableReason(name, {
    status,
    statusReason,
    everActive: activatedAt !== null,
  });
  if (name !== "terminate") return reason;
  // An earlier termination makes a further one a repeat.
  if (reason !== null) return { ...reason, isRepeat: true };
  return deleteProtection ? createReason("instance_is_protected") : null;
}

const powerAction = (name: InstanceAction): Action<InstanceSubject> =>
  defineAction(name === "terminate" ? instances.terminate : instances.reset, {
    owner: ({ owner }) => owner,
    notOwn: notOwnInstance,
    ...(name === "power_on" ? { blockedWhileSuspended: true } : {}),
    unavailable: (subject) => powerDenial(name, subject),
  });

/** Staff see instances of every workspace, so the workspace of the request does not say whether it is suspended. */
type StaffPowerSubject = PowerSubject & { readonly workspace: { readonly isSuspended: boolean } };

const staffPowerAction = (name: InstanceAction): Action<StaffPowerSubject> =>
  defineAction(name === "terminate" ? adminInstances.remove : adminInstances.reset, {
    unavailable: (subject) =>
      name === "power_on" && subject.workspace.isSuspended
        ? workspaceSuspended
        : powerDenial(name, subject),
  });

/** What staff may do with an instance of any workspace. */
export const adminInstanceActions = {
  reboot: staffPowerAction("reboot"),
  hard_reboot: staffPowerAction("hard_reboot"),
  power_on: staffPowerAction("power_on"),
  power_off: staffPowerAction("power_off"),
  terminate: staffPowerAction("terminate"),
} satisfies Record<InstanceAction, Action<StaffPowerSubject>>;

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
  /** Opens the screen and keyboard. */
  console: defineAction<InstanceSubject & Pick<Instance, "variant">>(instanceConsole.open, {
    owner: ({ owner }) => owner,
    notOwn: notOwnInstance,
    unavailable: ({ variant, status, activatedAt }) => {
      if (variant === "bare_metal") return createReason("no_console");
      const hasScreen =
        status === "active" ||
        status === "rebooting" ||
        (status === "error" && activatedAt !== null);
      return hasScreen ? null : createReason(`instance_is_${status}`);
    },
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
  console: unknown;
};

/** An instance whose termination can be undone for a time. */
type EndedSubject = Pick<InstanceSubject, "owner" | "status" | "statusReason"> & {
  readonly undoUntil: string | Date | null;
};

const ofEnded = {
  owner: ({ owner }: EndedSubject) => owner,
  notOwn: {
    code: "not_own_instance",
    message:
      "Your role allows this only for instances you created or that are in your own projects",
  },
};
const isEnded = ({ status }: EndedSubject) => status === "terminating" || status === "terminated";

export const endedInstanceActions = {
  /** Undoes the termination. */
  restore: defineAction<EndedSubject>(instanceLifecycle.restore, {
    ...ofEnded,
    unavailable: (subject, _actor, now) => {
      if (subject.statusReason === "restoring")
        return { ...createReason("instance_is_restoring"), isRepeat: true };
      if (!isEnded(subject) || subject.undoUntil === null)
        return createReason("termination_cannot_be_undone");
      return new Date(subject.undoUntil).getTime() <= now.getTime()
        ? createReason("termination_can_be_undone_no_more")
        : null;
    },
  }),
  /** Deletes the instance for good, before the time to undo its termination is over. */
  deleteNow: defineAction<EndedSubject>(instances.terminate, {
    ...ofEnded,
    unavailable: (subject) =>
      isEnded(subject) && subject.undoUntil === null
        ? { ...createReason("instance_not_kept"), isRepeat: true }
        : null,
  }),
} satisfies Record<string, Action<EndedSubject>>;

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
      (isEnding(subject.commandKind) ? createReason("termination_cannot_fail") : null),
  }),
  /** Always safe: every step finds what an earlier run of it created. */
  retry: defineAction<InstanceLogSubject>(adminInstances.retryLog, {
    unavailable: notWaiting,
  }),
};

function notWaiting({ waitingReason }: InstanceLogSubject) {
  return waitingReason === null ? createReason("step_not_waiting") : null;
}

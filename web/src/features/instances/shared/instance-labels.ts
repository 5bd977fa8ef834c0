/** Labels for the codes of an instance: status, cause, and steps of commands. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommandKind, CommandStep, WaitingReason } from "#contracts/commands.ts";
import type { Instance, InstanceLog, InstanceStatus } from "#contracts/instances.ts";
import type { StatusShape, StatusTone } from "../../../ui/status.tsx";

interface StatusAppearance {
  readonly tone: StatusTone;
  readonly shape: StatusShape;
  readonly word: MessageDescriptor;
}

export const statusAppearance: Record<InstanceStatus, StatusAppearance> = {
  pending: { tone: "busy", shape: "spinner", word: msg`Pending` },
  building: { tone: "busy", shape: "spinner", word: msg`Building` },
  active: { tone: "ok", shape: "dot", word: msg`Active` },
  rebooting: { tone: "warn", shape: "spinner", word: msg`Rebooting` },
  stopped: { tone: "idle", shape: "square", word: msg`Stopped` },
  suspended: { tone: "warn", shape: "diamond", word: msg`Suspended` },
  terminating: { tone: "idle", shape: "spinner", word: msg`Terminating` },
  terminated: { tone: "idle", shape: "hollow", word: msg`Terminated` },
  error: { tone: "danger", shape: "square", word: msg`Error` },
  unknown: { tone: "warn", shape: "diamond", word: msg`Not responding` },
};

export const statusLabel = (i18n: I18n, status: InstanceStatus): string =>
  i18n._(statusAppearance[status].word);

const causes: Record<string, MessageDescriptor> = {
  no_capacity: msg`No capacity was available for this product`,
  quota: msg`The region's quota was reached`,
  image_missing: msg`This operating system is no longer available in the region`,
  provider_error: msg`The host reported an error`,
  provider_unavailable: msg`The region isn't responding. Waiting for it to come back`,
  provider_busy: msg`The operator is working on this instance`,
  moving: msg`Being moved by the operator`,
  flavor_missing: msg`The region no longer offers this product`,
  timed_out: msg`The operation timed out`,
  vanished: msg`The instance no longer exists in the region`,
  internal: msg`Something broke on our side`,
  install_window_expired: msg`The install window expired`,
  installation_failed: msg`The installation failed`,
  erasure_failed: msg`The disks couldn't be erased`,
  failed_by_support: msg`Stopped by Support`,
  reinstalling: msg`Reinstalling`,
  cancelled: msg`Canceled by a later request`,
  cancelled_by_request: msg`Canceled before it started`,
  starting: msg`Powering on`,
  stopping: msg`Powering off`,
  restoring: msg`Undoing the termination`,
};

const waitingCauses: Readonly<Record<WaitingReason, MessageDescriptor>> = {
  provider_rejected: msg`Waiting for Support: the region rejects the request. We keep trying`,
  provider_unavailable: msg`Waiting for Support: the region hasn't responded for a day. We keep trying`,
  compensation_failed: msg`Waiting for Support: some resources couldn't be released. They aren't billed`,
  check_required: msg`Waiting for Support: a person has to check this step`,
};

/** Why a step waits for staff, in plain words. */
export const waitingLabel = (i18n: I18n, reason: WaitingReason): string =>
  i18n._(waitingCauses[reason]);

/** Label of a cause code; null for an unknown code. */
export function causeLabel(i18n: I18n, code: string | null): string | null {
  const known = code === null ? undefined : causes[code];
  return known === undefined ? null : i18n._(known);
}

/** Whether an order failed before the instance was ever active: it costs nothing and has no data to lose. */
export const neverRan = ({ status, activatedAt }: Pick<Instance, "status" | "activatedAt">) =>
  status === "error" && activatedAt === null;

/** Statuses before an instance is active for the first time. */
export const isOnItsWay: ReadonlySet<InstanceStatus> = new Set(["pending", "building"]);

/** The line under an instance's status: what needs attention or still costs money; null when there is nothing. */
export function attentionLabel(
  i18n: I18n,
  instance: Pick<Instance, "status" | "statusReason" | "activatedAt">,
): string | null {
  const cause = causeLabel(i18n, instance.statusReason);
  if (instance.status === "stopped" && cause === null)
    return i18n._(msg`Still billed while stopped`);
  if (neverRan(instance) || instance.statusReason === "cancelled_by_request") {
    return cause === null
      ? i18n._(msg`Nothing was billed`)
      : `${cause}. ${i18n._(msg`Nothing was billed`)}.`;
  }
  return cause;
}

/** A command that waits for staff is called like a running one. */
type KindLabels = Readonly<Record<Exclude<CommandOutcome, "waiting">, MessageDescriptor>>;

const kinds: Readonly<Record<CommandKind, KindLabels>> = {
  create: {
    running: msg`Setting up`,
    done: msg`Created`,
    failed: msg`Creation failed`,
    cancelled: msg`Creation canceled`,
  },
  reboot: {
    running: msg`Rebooting`,
    done: msg`Rebooted`,
    failed: msg`Reboot failed`,
    cancelled: msg`Reboot canceled`,
  },
  hard_reboot: {
    running: msg`Force rebooting`,
    done: msg`Force rebooted`,
    failed: msg`Force reboot failed`,
    cancelled: msg`Force reboot canceled`,
  },
  power_on: {
    running: msg`Powering on`,
    done: msg`Powered on`,
    failed: msg`Power-on failed`,
    cancelled: msg`Power-on canceled`,
  },
  power_off: {
    running: msg`Powering off`,
    done: msg`Powered off`,
    failed: msg`Power-off failed`,
    cancelled: msg`Power-off canceled`,
  },
  terminate: {
    running: msg`Terminating`,
    done: msg`Terminated`,
    failed: msg`Termination failed`,
    cancelled: msg`Termination canceled`,
  },
  reinstall: {
    running: msg`Reinstalling`,
    done: msg`Reinstalled`,
    failed: msg`Reinstallation failed`,
    cancelled: msg`Reinstallation canceled`,
  },
  keep: {
    running: msg`Terminating`,
    done: msg`Terminated, can be undone`,
    failed: msg`Termination failed`,
    cancelled: msg`Termination undone`,
  },
  restore: {
    running: msg`Undoing the termination`,
    done: msg`Termination undone`,
    failed: msg`Undo failed`,
    cancelled: msg`Undo canceled`,
  },
  purge: {
    running: msg`Deleting for good`,
    done: msg`Deleted for good`,
    failed: msg`Deletion failed`,
    cancelled: msg`Deletion canceled`,
  },
  erase: {
    running: msg`Erasing disks`,
    done: msg`Disks erased`,
    failed: msg`Erasing disks failed`,
    cancelled: msg`Erasing disks canceled`,
  },
};

export type CommandOutcome = "running" | "waiting" | "done" | "failed" | "cancelled";

const isKnown = <K extends string>(labels: Readonly<Record<K, unknown>>, key: string): key is K =>
  Object.hasOwn(labels, key);

export function commandLabel(i18n: I18n, kind: string, outcome: CommandOutcome): string {
  // A server of a newer release may have further kinds.
  return isKnown(kinds, kind)
    ? i18n._(kinds[kind][outcome === "waiting" ? "running" : outcome])
    : kind;
}

interface StepLabels {
  readonly todo: MessageDescriptor;
  readonly doing: MessageDescriptor;
  readonly done: MessageDescriptor;
  /** The result of the step, shown once it is done (or earlier, where noted). */
  readonly note?: (instance: Instance) => string | MessageDescriptor | null;
  readonly ahead?: MessageDescriptor;
}

const request: StepLabels = {
  todo: msg`Send the request`,
  doing: msg`Sending the request`,
  done: msg`Accepted by the host`,
};
const restart: StepLabels = {
  todo: msg`Restart`,
  doing: msg`Restarting`,
  done: msg`Running again`,
};

const release: StepLabels = {
  todo: msg`Release the instance`,
  doing: msg`Releasing the instance`,
  done: msg`Instance released`,
  note: () => msg`Billing stopped when the request was accepted`,
};
const gone: StepLabels = {
  todo: msg`Wait for the host to release it`,
  doing: msg`Waiting for the host to release it`,
  done: msg`Released by the host`,
};
const turnOff: StepLabels = {
  todo: msg`Prepare the hardware`,
  doing: msg`Preparing the hardware`,
  done: msg`Hardware prepared`,
};
const firstBoot: StepLabels = {
  todo: msg`First boot`,
  doing: msg`Booting for the first time`,
  done: msg`Booted for the first time`,
  note: ({ publicIp }) => publicIp,
};
const networkBoot: StepLabels = {
  todo: msg`Boot the installer`,
  doing: msg`Booting the installer`,
  done: msg`Installer booted`,
};

const steps: Readonly<Record<CommandStep, StepLabels>> = {
  "create.reserve": {
    todo: msg`Check the order`,
    doing: msg`Checking the order`,
    done: msg`Order checked`,
    note: ({ product, region }) => `${product.name} · ${region.name}`,
  },
  "create.network": {
    todo: msg`Connect private network`,
    doing: msg`Connecting private network`,
    done: msg`Private network connected`,
    note: ({ privateIp }) => privateIp,
  },
  "create.address": {
    todo: msg`Attach public IP address`,
    doing: msg`Attaching public IP address`,
    done: msg`Public IP address attached`,
    note: ({ publicIp }) => publicIp,
  },
  // The region accepts the request first and looks for a free host only in the next step.
  "create.server": {
    todo: msg`Request a host`,
    doing: msg`Requesting a host`,
    done: msg`Host requested`,
  },
  "create.install": {
    todo: msg`Find a host, install, and boot`,
    doing: msg`Finding a host, installing, and booting`,
    done: msg`Installed and booted`,
    note: ({ image }) => image.name,
  },
  "create.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
    ahead: msg`Billing starts here`,
  },
  "create.power": turnOff,
  "create.boot": networkBoot,
  "create.first_boot": firstBoot,
  "reboot.request": request,
  "reboot.off": { todo: msg`Shut down`, doing: msg`Shutting down`, done: msg`Shut down` },
  "reboot.settle": restart,
  "hard_reboot.request": request,
  "hard_reboot.settle": restart,
  "power_on.request": request,
  "power_on.settle": { todo: msg`Start`, doing: msg`Starting`, done: msg`Running` },
  "power_off.request": request,
  "power_off.settle": { todo: msg`Shut down`, doing: msg`Shutting down`, done: msg`Stopped` },
  "terminate.release": release,
  "terminate.gone": gone,
  "terminate.done": {
    todo: msg`Finish`,
    doing: msg`Finishing`,
    done: msg`Finished`,
    note: () => msg`Its name is available again`,
  },
  "reinstall.request": request,
  "reinstall.power": turnOff,
  "reinstall.boot": networkBoot,
  "reinstall.install": {
    todo: msg`Install`,
    doing: msg`Installing`,
    done: msg`Installed`,
    note: ({ image }) => image.name,
  },
  "reinstall.first_boot": firstBoot,
  "reinstall.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
  },
  "keep.stop": {
    todo: msg`Shut down`,
    doing: msg`Shutting down`,
    done: msg`Stopped`,
    note: () => msg`Billing stopped when the request was accepted`,
  },
  "keep.kept": {
    todo: msg`Keep the disk and IP addresses`,
    doing: msg`Keeping the disk and IP addresses`,
    done: msg`Disk and IP addresses kept`,
    note: () => msg`Its name is available again`,
  },
  "restore.start": { todo: msg`Start`, doing: msg`Starting`, done: msg`Running` },
  "restore.ready": {
    todo: msg`Ready to sign in`,
    doing: msg`Almost ready`,
    done: msg`Ready to sign in`,
    ahead: msg`Billing starts again here`,
  },
  "purge.release": {
    todo: msg`Release the instance`,
    doing: msg`Releasing the instance`,
    done: msg`Instance released`,
  },
  "purge.gone": gone,
  "purge.done": { todo: msg`Finish`, doing: msg`Finishing`, done: msg`Finished` },
  "erase.power": turnOff,
  "erase.boot": networkBoot,
  "erase.erase": {
    todo: msg`Erase every disk`,
    doing: msg`Erasing every disk`,
    done: msg`Every disk erased`,
  },
  "erase.release": {
    todo: msg`Return to stock`,
    doing: msg`Returning to stock`,
    done: msg`In stock again`,
  },
};

/** The name of a step, from kind and step as one word; the word itself for an unknown one. */
export const stepName = (i18n: I18n, key: string): string =>
  isKnown(steps, key) ? i18n._(steps[key].todo) : key;

/** A step's label in the tense of its status, and an optional line below it. */
export function stepLabel(
  i18n: I18n,
  step: Pick<InstanceLog, "commandKind" | "step" | "status">,
  instance: Instance,
): { title: string; note: string | null } {
  const key = `${step.commandKind}.${step.step}`;
  if (!isKnown(steps, key)) return { title: step.step, note: null };
  const stepLabels = steps[key];
  if (step.status === "complete") {
    const note = stepLabels.note?.(instance) ?? null;
    return {
      title: i18n._(stepLabels.done),
      note: note === null || typeof note === "string" ? note : i18n._(note),
    };
  }
  const title = step.status === "pending" ? stepLabels.todo : stepLabels.doing;
  return {
    title: i18n._(title),
    note: stepLabels.ahead === undefined ? null : i18n._(stepLabels.ahead),
  };
}

/** Labels for the codes of an instance: status, cause, and kinds of commands. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { CommandKind, WaitingReason } from "#contracts/commands.ts";
import type { Instance } from "#contracts/instances.ts";
import type { InstanceStatus } from "#contracts/instance-states.ts";
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
    running: msg`Permanently deleting`,
    done: msg`Permanently deleted`,
    failed: msg`Deletion failed`,
    cancelled: msg`Deletion canceled`,
  },
  erase: {
    running: msg`Erasing disks`,
    done: msg`Disks erased`,
    failed: msg`Erasing disks failed`,
    cancelled: msg`Erasing disks canceled`,
  },
  sync: {
    running: msg`Reading the catalog`,
    done: msg`Catalog read`,
    failed: msg`Reading the catalog failed`,
    cancelled: msg`Reading the catalog canceled`,
  },
};

export type CommandOutcome = "running" | "waiting" | "done" | "failed" | "cancelled";

/** Whether there is a label for the code. A server of a newer release may have further ones. */
export const isKnown = <K extends string>(
  labels: Readonly<Record<K, unknown>>,
  key: string,
): key is K => Object.hasOwn(labels, key);

export function commandLabel(i18n: I18n, kind: string, outcome: CommandOutcome): string {
  // A server of a newer release may have further kinds.
  return isKnown(kinds, kind)
    ? i18n._(kinds[kind][outcome === "waiting" ? "running" : outcome])
    : kind;
}

/** Labels and values of changed fields of instances. */
import { msg } from "@lingui/core/macro";
import { InstanceStatus } from "#contracts/instance-states.ts";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedField, ChangedFields } from "../activity/shared/feature-activity.ts";
import { causeLabel, commandLabel, statusLabel } from "./shared/instance-labels.ts";
import { stepName } from "./shared/step-labels.ts";

/** The result of a command that failed, with the code of its cause. */
const failedCommand = (label: ChangedField["label"]): ChangedField => ({
  label,
  value: (value, { i18n }) => (typeof value === "string" ? causeLabel(i18n, value) : null),
});

export const changedFields: ChangedFields = {
  product: { label: msg`Product` },
  region: {
    label: msg`Region`,
    value: (value, { names }) => (typeof value === "string" ? (names.region(value) ?? "") : null),
  },
  quantity: { label: msg`Quantity` },
  "instances.image": { label: msg`Operating system` },
  rateMicrosPerHour: {
    label: msg`Price per hour`,
    value: (value) => (typeof value === "number" ? formatHourlyRate(value) : null),
  },
  "instances.status": {
    label: msg`Status`,
    value: (value, { i18n }) => {
      const status = InstanceStatus.safeParse(value);
      return status.success ? statusLabel(i18n, status.data) : null;
    },
  },
  keptDisks: { label: msg`Kept disks` },
  displayName: { label: msg`Display name` },
  deleteProtection: {
    label: msg`Delete protection`,
    value: (value, { i18n }) =>
      typeof value === "boolean" ? i18n._(value ? msg`on` : msg`off`) : null,
  },
  action: codeField(msg`Action`, {
    reboot: msg`Reboot`,
    hard_reboot: msg`Force reboot`,
    power_on: msg`Power on`,
    power_off: msg`Power off`,
  }),
  command: {
    label: msg`Operation`,
    value: (value, { i18n }) =>
      typeof value === "string" ? commandLabel(i18n, value, "cancelled") : null,
  },
  step: {
    label: msg`Step`,
    value: (value, { i18n }) => (typeof value === "string" ? stepName(i18n, value) : null),
  },
  note: { label: msg`Note` },
  create: failedCommand(msg`Creation failed`),
  reboot: failedCommand(msg`Reboot failed`),
  hard_reboot: failedCommand(msg`Force reboot failed`),
  power_on: failedCommand(msg`Power-on failed`),
  power_off: failedCommand(msg`Power-off failed`),
  terminate: failedCommand(msg`Termination failed`),
  restore: failedCommand(msg`Undo failed`),
  undoUntil: { label: msg`Could be undone until` },
};

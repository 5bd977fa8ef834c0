/** Labels and values of fields that staff change. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { itemStates } from "#contracts/bare-metal-items.ts";
import { StaffRoleId } from "#contracts/roles.ts";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";
import { itemStateLabel } from "./bare-metal/item-labels.tsx";

const itemState: ChangedFields[string] = {
  label: msg`State`,
  value: (value, { i18n }) => {
    const state = itemStates.find((known) => known === value);
    return state === undefined ? null : itemStateLabel(i18n, state);
  },
};

const time = (label: MessageDescriptor): ChangedFields[string] => ({
  label,
  value: (value, { localeSettings }) =>
    typeof value === "string" ? formatDateTime(value, localeSettings) : null,
});

export const changedFields: ChangedFields = {
  exportedRows: { label: msg`Exported rows` },
  exportFilters: { label: msg`Filters` },
  staffRole: {
    label: msg`Staff role`,
    value: (value, { i18n }) => {
      const role = StaffRoleId.safeParse(value);
      return role.success ? staffRoleLabel(i18n, role.data) : null;
    },
  },
  "bareMetalItems.state": itemState,
  "bareMetalItems.stateReason": { label: msg`Reason` },
  serial: { label: msg`Serial number` },
  foremanHost: { label: msg`Host in Foreman` },
  hostGroup: { label: msg`Host group` },
  rack: { label: msg`Rack` },
  diskCount: { label: msg`Number of disks` },
  effect: codeField(msg`Effect`, {
    keep_running: msg`Instances continue to run`,
    stop_instances: msg`Instances are powered off`,
  }),
  maintenance: { label: msg`Maintenance` },
  startsAt: time(msg`Start`),
  expectedEndAt: time(msg`Expected end`),
  variant: codeField(msg`Type`, {
    virtual_machine: msg`Virtual machine`,
    bare_metal: msg`Bare metal`,
  }),
  dataCopy: codeField(msg`Data export`, { failed: msg`Failed`, queued: msg`Queued` }),
};

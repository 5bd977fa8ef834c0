/** Labels and values of fields that staff change. */
import { msg } from "@lingui/core/macro";
import { StaffRoleId } from "#contracts/roles.ts";
import { staffRoleLabel } from "../../lib/i18n/messages.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  staffRole: {
    label: msg`Staff role`,
    value: (value, { i18n }) => {
      const role = StaffRoleId.safeParse(value);
      return role.success ? staffRoleLabel(i18n, role.data) : null;
    },
  },
  maintenance: { label: msg`Maintenance` },
  dataCopy: codeField(msg`Data export`, { failed: msg`Failed`, queued: msg`Queued` }),
};

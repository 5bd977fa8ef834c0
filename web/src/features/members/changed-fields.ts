/** Labels and values of changed fields of members and invitations. */
import { msg } from "@lingui/core/macro";
import { WorkspaceRoleId } from "#contracts/roles.ts";
import { workspaceRoleLabel } from "../../lib/i18n/messages.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  role: {
    label: msg`Role`,
    value: (value, { i18n }) => {
      const role = WorkspaceRoleId.safeParse(value);
      return role.success ? workspaceRoleLabel(i18n, role.data) : null;
    },
  },
  projects: { label: msg`Projects` },
  owner: { label: msg`Owner` },
  link: { label: msg`Invitation link` },
};

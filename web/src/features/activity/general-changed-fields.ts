/** Labels and values of changed fields that several features record, and of those without a feature of their own. */
import { msg } from "@lingui/core/macro";
import { formatDateTime } from "../../lib/i18n/format.ts";
import { codeField } from "./shared/code-field.ts";
import type { ChangedFields } from "./shared/feature-activity.ts";

export const generalChangedFields: ChangedFields = {
  name: { label: msg`Name` },
  description: { label: msg`Description` },
  reason: { label: msg`Reason` },
  message: { label: msg`Message` },
  default: { label: msg`Default` },
  expiresAt: {
    label: msg`Expires`,
    value: (value, { localeSettings }) =>
      typeof value === "string" ? formatDateTime(value, localeSettings) : null,
  },
  status: codeField(msg`Status`, {
    unverified: msg`Unverified`,
    active: msg`Active`,
    frozen: msg`Locked`,
    suspended: msg`Suspended`,
    deactivated: msg`Deactivated`,
    deleted: msg`Deleted`,
    pending: msg`Pending`,
    expired: msg`Expired`,
    revoked: msg`Revoked`,
    accepted: msg`Accepted`,
    replaced: msg`Replaced`,
  }),
};

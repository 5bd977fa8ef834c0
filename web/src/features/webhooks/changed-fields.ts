/** Labels and values of changed fields of webhooks. */
import { msg } from "@lingui/core/macro";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  url: { label: msg`URL` },
  eventTypes: {
    label: msg`Events`,
    value: (value) => (Array.isArray(value) ? value.join(", ") : null),
  },
  isEnabled: { label: msg`Enabled` },
  previousSecretUntil: { label: msg`Former secret valid until` },
};

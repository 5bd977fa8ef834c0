/** Labels and values of changed fields of webhooks. */
import { msg } from "@lingui/core/macro";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";
import { eventLabel } from "./event-labels.ts";

export const changedFields: ChangedFields = {
  url: { label: msg`URL` },
  eventTypes: {
    label: msg`Events`,
    value: (value, { i18n }) =>
      Array.isArray(value) ? value.map((type) => eventLabel(i18n, String(type))).join(", ") : null,
  },
  isEnabled: { label: msg`Enabled` },
  previousSecretUntil: { label: msg`Former secret valid until` },
};

/** Labels and values of changed fields of access tokens. */
import { msg } from "@lingui/core/macro";
import { scopeLabel } from "../../lib/features/label-registry.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  scopes: {
    label: msg`Permissions`,
    value: (value, { i18n }) =>
      Array.isArray(value)
        ? value.map((scope) => scopeLabel(i18n, String(scope))).join(", ")
        : null,
  },
  replacedBy: { label: msg`Replaced by` },
};

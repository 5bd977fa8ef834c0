/** Labels and values of changed fields of waiting orders. */
import { msg } from "@lingui/core/macro";
import { formatHourlyRate } from "../../lib/i18n/format.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";
import { queueReasonLabels } from "./shared/queue-labels.ts";

export const changedFields: ChangedFields = {
  maxRateMicrosPerHour: {
    label: msg`Highest price per hour`,
    value: (value) => (typeof value === "number" ? formatHourlyRate(value) : null),
  },
  "queue.reason": codeField(msg`Reason`, queueReasonLabels),
};

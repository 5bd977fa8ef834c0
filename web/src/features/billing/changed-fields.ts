/** Labels and values of changed limits. */
import { msg } from "@lingui/core/macro";
import { usd } from "#contracts/money.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

export const changedFields: ChangedFields = {
  card: { label: msg`Card` },
  "limit.instances": { label: msg`Instances` },
  "limit.gpus": { label: msg`GPUs` },
  "limit.bare_metal": { label: msg`Bare-metal instances` },
  "limit.monthly_spend": {
    label: msg`Spend per month`,
    value: (value) => (typeof value === "number" ? formatMoneyAmount(usd(value)) : null),
  },
  "limit.request": codeField(msg`Request`, {
    open: msg`open`,
    approved: msg`approved`,
    rejected: msg`rejected`,
  }),
};

/** Labels and values of changed limits and billing details. */
import { msg } from "@lingui/core/macro";
import { usd } from "#contracts/money.ts";
import { formatCountry, formatMoneyAmount, formatPercent } from "../../lib/i18n/format.ts";
import { alertActionLabels } from "./cards/alert-actions.ts";
import { codeField } from "../activity/shared/code-field.ts";
import type { ChangedFields } from "../activity/shared/feature-activity.ts";

const money = (value: unknown): string | null =>
  typeof value === "number" ? formatMoneyAmount(usd(value)) : null;

export const changedFields: ChangedFields = {
  card: { label: msg`Card` },
  "limit.instances": { label: msg`Instances` },
  "limit.gpus": { label: msg`GPUs` },
  "limit.bare_metal": { label: msg`Bare-metal instances` },
  "limit.monthly_spend": {
    label: msg`Spend per month`,
    value: money,
  },
  "billing.name": { label: msg`Name` },
  "billing.company": { label: msg`Company` },
  "billing.addressLine1": { label: msg`Address` },
  "billing.addressLine2": { label: msg`Address, second line` },
  "billing.postalCode": { label: msg`Postal code` },
  "billing.city": { label: msg`City` },
  "billing.region": { label: msg`State or province` },
  "billing.country": {
    label: msg`Country`,
    value: (value, { i18n }) =>
      typeof value === "string" ? formatCountry(value, i18n.locale) : null,
  },
  "billing.promoCode": { label: msg`Promo code` },
  "billing.newInvoice": { label: msg`New invoice` },
  "billing.approval": codeField(msg`Approval`, { pending: msg`pending` }),
  "billing.amount": {
    label: msg`Amount`,
    value: money,
  },
  "project.budget": { label: msg`Budget per month`, value: money },
  "billing.alertThreshold": {
    label: msg`Alert threshold`,
    value: money,
  },
  "billing.alertAction": codeField(msg`At 100%`, alertActionLabels),
  "billing.alertLevel": {
    label: msg`Level`,
    value: (value, { i18n }) => (typeof value === "number" ? formatPercent(value, i18n) : null),
  },
  "billing.terminated": { label: msg`Terminated` },
  "billing.unpaidInvoice": { label: msg`Unpaid invoice` },
  "billing.paidBy": codeField(msg`Paid by`, {
    invoice_payment: msg`card payment`,
    top_up: msg`top-up`,
    bank_transfer: msg`bank transfer`,
    manual_credit: msg`credit by Support`,
    invoice_credited: msg`credit note`,
    invoice_reversed: msg`reversal of the invoice`,
    write_off: msg`write-off`,
  }),
  "billing.poweredOff": { label: msg`Powered off` },
  "topUp.isEnabled": { label: msg`Automatic top-up` },
  "topUp.threshold": { label: msg`Top up when less than`, value: money },
  "topUp.amount": { label: msg`Amount`, value: money },
  "topUp.ceiling": { label: msg`At most per month`, value: money },
  "promoCodes.code": { label: msg`Promo code` },
  "promoCodes.kind": { label: msg`Type` },
  "promoCodes.maxUses": { label: msg`Maximum uses` },
  "promoCodes.endsAt": { label: msg`Ends` },
  "promoCodes.isDisabled": { label: msg`Disabled` },
  "billing.vatId": { label: msg`VAT ID` },
  "billing.receivers": { label: msg`Send invoices to` },
  "billing.orderNumber": { label: msg`Order number` },
  "limit.request": codeField(msg`Request`, {
    open: msg`open`,
    approved: msg`approved`,
    rejected: msg`rejected`,
  }),
};

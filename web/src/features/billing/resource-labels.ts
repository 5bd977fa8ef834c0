import { msg } from "@lingui/core/macro";
import type { billingResource } from "#contracts/billing.ts";
import { type AnyResourceLabels, labelResource } from "../../lib/features/feature-declaration.ts";

export const labels: readonly AnyResourceLabels[] = [
  labelResource<typeof billingResource>({
    resource: "billing",
    label: msg`Billing`,
    position: 50,
    permissions: {
      "billing.view": { label: msg`view invoices and usage`, scope: msg`view spending` },
      "billing.estimate": { label: msg`estimate costs`, scope: msg`estimate costs` },
      "billing.info_update": { label: msg`edit billing details` },
      "billing.payment_method_manage": { label: msg`manage payment methods` },
      "billing.promo_use": { label: msg`redeem promo codes` },
      "billing.limit_request": { label: msg`request limit changes` },
      "billing.alert_manage": { label: msg`set a spending alert` },
    },
  }),
];

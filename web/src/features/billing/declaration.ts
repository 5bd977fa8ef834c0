import { msg } from "@lingui/core/macro";
import type { billingResource } from "#contracts/billing.ts";
import { type FeatureDeclaration, labelResource } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  navigation: [
    {
      to: "/$workspace/billing/balance-payments",
      label: msg`Billing`,
      icon: "receipt",
      permission: "billing.view",
      group: "main",
      position: 38,
      goToKey: "b",
      relatedPaths: [
        "/$workspace/billing/usage",
        "/$workspace/billing/invoice",
        "/$workspace/billing/billing-history",
        "/$workspace/billing/information",
      ],
    },
    {
      to: "/$workspace/settings/limits",
      label: msg`Limits`,
      icon: "gauge",
      permission: "billing.view",
      group: "settings",
      position: 60,
    },
  ],
  resources: [
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
  ],
  help: {
    "/$workspace/billing/balance-payments": {
      target: "billing#cards",
      learn: msg`Learn about cards and top-ups`,
    },
    "/$workspace/billing/usage": { target: "billing#see" },
    "/$workspace/billing/billing-history": {
      target: "billing#history",
      learn: msg`Learn about the balance`,
    },
    "/$workspace/billing/invoice": {
      target: "billing#invoices",
      learn: msg`Learn about invoices`,
    },
    "/$workspace/billing/invoice/$invoiceID": { target: "billing#invoices" },
    "/$workspace/billing/information": {
      target: "billing#details",
      learn: msg`Learn about billing details`,
    },
    "/$workspace/settings/limits": { target: "billing#limits", learn: msg`Learn about limits` },
  },
};

import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

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

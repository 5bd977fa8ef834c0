import { msg } from "@lingui/core/macro";
import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: {
    // The documentation is for customers: it says what staff can see and do.
    "/admin": { target: "security#support-access" },
    "/admin/users": { target: "security#support-access", learn: msg`Learn about support access` },
    "/admin/users/$userID": { target: "security#support-access" },
    "/admin/workspaces": {
      target: "projects-and-members#workspaces",
      learn: msg`Learn about workspaces`,
    },
    "/admin/workspaces/$workspaceID": { target: "projects-and-members#workspaces" },
    "/admin/staff": { target: "security#support-access", learn: msg`Learn about support access` },
    "/admin/data-copy-requests": {
      target: "security#data-export",
      learn: msg`Learn about data exports`,
    },
    "/admin/infrastructure": { target: "instances", learn: msg`Learn about instances` },
    "/admin/infrastructure/openstack": {
      target: "instances",
      learn: msg`Learn about instances`,
    },
    "/admin/infrastructure/foreman": { target: "instances", learn: msg`Learn about instances` },
    "/admin/infrastructure/hostgroups": {
      target: "instances",
      learn: msg`Learn about instances`,
    },
    "/admin/instances": {
      target: "instances",
      learn: msg`Learn about instances`,
    },
    "/admin/instances/$instanceID": { target: "instances" },
    "/admin/commands": { target: "instances", learn: msg`Learn about instances` },
    "/admin/commands/$commandID": { target: "instances" },
    "/admin/bare-metal-products": { target: "instances", learn: msg`Learn about instances` },
    "/admin/bare-metal-products/$productID": {
      target: "instances",
      learn: msg`Learn about instances`,
    },
    "/admin/bare-metal-products/$productID/items/$itemID": { target: "instances" },
    "/admin/limit-requests": { target: "billing#limits", learn: msg`Learn about limits` },
    "/admin/invoices": { target: "billing#invoices", learn: msg`Learn about invoices` },
    "/admin/invoices/add": { target: "billing#invoices" },
    "/admin/invoices/$invoiceID": { target: "billing#invoices", learn: msg`Learn about invoices` },
    "/admin/invoices/$invoiceID/replace": { target: "billing#invoices" },
    "/admin/billing-history": { target: "billing#history", learn: msg`Learn about the balance` },
    "/admin/balance-approvals": { target: "billing#history", learn: msg`Learn about the balance` },
    "/admin/promo-codes": { target: "billing#history", learn: msg`Learn about the balance` },
    "/admin/ledger-findings": { target: "billing#history", learn: msg`Learn about the balance` },
    "/admin/audit-chains": {
      target: "security#support-access",
      learn: msg`Learn about support access`,
    },
    "/admin/maintenance": { target: "api#errors" },
    "/admin/reports/bare-metal": { target: "billing" },
    "/admin/reports/virtual": { target: "billing" },
    "/admin/reports/orders": { target: "billing" },
  },
};

import type { FeatureDeclaration } from "../../lib/features/feature-declaration.ts";

export const declaration: FeatureDeclaration = {
  help: {
    // The documentation is for customers: it says what staff can see and do.
    "/admin": { target: "security#support-access" },
    "/admin/users": { target: "security#support-access" },
    "/admin/users/$userID": { target: "security#support-access" },
    "/admin/workspaces": {
      target: "projects-and-members#workspaces",
    },
    "/admin/workspaces/$workspaceID": { target: "projects-and-members#workspaces" },
    "/admin/staff": { target: "security#support-access" },
    "/admin/data-copy-requests": {
      target: "security#data-export",
    },
    "/admin/infrastructure": { target: "instances" },
    "/admin/infrastructure/openstack": {
      target: "instances",
    },
    "/admin/infrastructure/foreman": { target: "instances" },
    "/admin/infrastructure/hostgroups": {
      target: "instances",
    },
    "/admin/instances": {
      target: "instances",
    },
    "/admin/instances/$instanceID": { target: "instances" },
    "/admin/commands": { target: "instances" },
    "/admin/commands/$commandID": { target: "instances" },
    "/admin/bare-metal-products": { target: "instances" },
    "/admin/bare-metal-products/$productID": {
      target: "instances",
    },
    "/admin/bare-metal-products/$productID/items/$itemID": { target: "instances" },
    "/admin/limit-requests": { target: "billing#limits" },
    "/admin/invoices": { target: "billing#invoices" },
    "/admin/invoices/add": { target: "billing#invoices" },
    "/admin/invoices/$invoiceID": { target: "billing#invoices" },
    "/admin/invoices/$invoiceID/replace": { target: "billing#invoices" },
    "/admin/billing-history": { target: "billing#history" },
    "/admin/balance-approvals": { target: "billing#history" },
    "/admin/promo-codes": { target: "billing#history" },
    "/admin/ledger-findings": { target: "billing#history" },
    "/admin/audit-chains": {
      target: "security#support-access",
    },
    "/admin/maintenance": { target: "api#errors" },
    "/admin/reports/bare-metal": { target: "billing" },
    "/admin/reports/virtual": { target: "billing" },
    "/admin/reports/orders": { target: "billing" },
  },
};

/** Billing and reports in the staff area. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { button, field, link, type PageSpec } from "./page-spec.ts";
import { workspacePage } from "./staff-pages.ts";

const businessAdmin = "business-admin@demo.test";

/** The newest invoice of the demo's workspace. */
async function findInvoice(url: string) {
  const apiClient = await signInAs(url, businessAdmin);
  const { data } = await apiClient.call(api.adminBilling.invoices, {
    query: { search: "northwind", kind: "invoice", status: "issued,paid,overdue" },
  });
  const [invoice] = data;
  if (invoice === undefined) throw new Error("The demo has no invoice");
  return invoice;
}

export const staffBillingPages: readonly PageSpec[] = [
  {
    name: "admin-limit-requests",
    path: "/admin/limit-requests",
    as: businessAdmin,
    shows: "Limit requests",
    // Another spec may have requested a limit.
    primary: (page) => link("Answered requests")(page).or(field("Search by workspace")(page)),
  },
  ...(["virtual", "bare-metal"] as const).map(
    (name): PageSpec => ({
      name: `admin-report-${name}`,
      path: `/admin/reports/${name}`,
      as: businessAdmin,
      shows: name === "virtual" ? "Virtual machine report" : "Bare-metal report",
      primary: button("Export CSV"),
    }),
  ),
  {
    name: "admin-report-orders",
    path: "/admin/reports/orders",
    as: businessAdmin,
    shows: "Order report",
    primary: button("Export CSV"),
  },
  {
    name: "admin-workspace-balance",
    path: workspacePage("northwind"),
    as: businessAdmin,
    shows: "Northwind",
    primary: button("Add to balance"),
  },
  {
    name: "admin-invoices",
    path: "/admin/invoices",
    as: businessAdmin,
    shows: "Invoices",
    primary: link("Create invoice"),
  },
  {
    name: "admin-invoice",
    path: async (url) => `/admin/invoices/${(await findInvoice(url)).id}`,
    as: businessAdmin,
    shows: /^INV-/,
    primary: button("Bank payment received"),
  },
  {
    name: "admin-invoice-replace",
    path: async (url) => `/admin/invoices/${(await findInvoice(url)).id}/replace`,
    as: businessAdmin,
    shows: /^Replace INV-/,
    primary: button("Reverse and create new"),
  },
  {
    name: "admin-invoice-add",
    path: "/admin/invoices/add",
    as: businessAdmin,
    shows: "Create invoice",
    primary: button("Save draft"),
  },
  {
    name: "admin-billing-history",
    path: "/admin/billing-history",
    as: businessAdmin,
    shows: "Billing history",
    primary: field("Search by workspace"),
  },
  {
    name: "admin-balance-approvals",
    path: "/admin/balance-approvals",
    as: businessAdmin,
    shows: "Balance approvals",
    // Another spec may have asked for an approval.
    primary: (page) => link("Answered requests")(page).or(field("Search by workspace")(page)),
  },
  {
    name: "admin-ledger-findings",
    path: "/admin/ledger-findings",
    as: businessAdmin,
    shows: "Ledger findings",
    // Another spec may have caused a finding.
    primary: (page) => link("Resolved findings")(page).or(button("Resolved")(page)),
  },
  {
    name: "admin-promo-codes",
    path: "/admin/promo-codes",
    as: businessAdmin,
    shows: "Promo codes",
    primary: button("Create promo code"),
  },
];

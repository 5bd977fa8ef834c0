/** Billing of a workspace. */
import { api } from "#contracts/api.ts";
import { signInAs } from "../support/api-client.ts";
import { button, field, link, type PageSpec, owner } from "./page-spec.ts";

const invoicePage = async (url: string) => {
  const apiClient = await signInAs(url, owner);
  const { data } = await apiClient.call(api.billingInvoices.invoices, {
    path: { workspace: "northwind" },
    query: { kind: "invoice", status: "issued,paid,overdue" },
  });
  const [invoice] = data;
  if (invoice === undefined) throw new Error("The demo has no invoice");
  return `/northwind/billing/invoice/${invoice.id}`;
};

export const billingPages: readonly PageSpec[] = [
  {
    name: "balance-payments",
    path: "/northwind/billing/balance-payments",
    as: owner,
    shows: "Top up",
    primary: button("Top up US$25.00"),
  },
  {
    name: "billing-history",
    path: "/northwind/billing/billing-history",
    as: owner,
    shows: "Billing history",
    primary: button("Redeem promo code"),
  },
  {
    name: "billing-information",
    path: "/northwind/billing/information",
    as: owner,
    shows: "Billing details",
    primary: field("Company"),
  },
  {
    name: "invoices",
    path: "/northwind/billing/invoice",
    as: owner,
    shows: "Invoices",
    primary: link(/^INV-/),
  },
  {
    name: "invoice",
    path: invoicePage,
    as: owner,
    shows: /^INV-/,
    primary: button(/PDF/),
  },
  {
    name: "usage",
    path: "/northwind/billing/usage",
    as: owner,
    shows: "Usage",
    primary: button("Export CSV"),
  },
  {
    name: "onboarding-payment-method",
    path: "/onboarding/payment-method",
    as: owner,
    shows: "Add a card",
    primary: button("Skip"),
  },
];

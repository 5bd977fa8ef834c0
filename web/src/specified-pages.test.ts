/** The pages of the specification (section 2) and of the staff area exist in the console. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { guestPaths } from "./guest-pages/guest-paths.ts";

const routeTree = readFileSync(new URL("route-tree.gen.ts", import.meta.url), "utf8");
const consolePages = new Set(
  [...routeTree.matchAll(/^ {2}"(\/[^"]*)": typeof /gm)].map(([, path]) => path),
);

const children = (parent: string, names: readonly string[]) =>
  names.map((name) => `${parent}/${name}`);

const pages = [
  "/",
  ...children("", ["400", "401", "403", "404", "423", "429", "500"]),
  "/account",
  ...children("/account", ["general", "security", "sessions"]),
  "/playground",
  "/my-activities",
  "/my-activities/$activityID",
  "/$workspace",
  "/$workspace/settings",
  ...children("/$workspace/settings", [
    "credentials",
    "general",
    "pending-team-members",
    "team-members",
    "access-tokens",
    "access-tokens/$tokenID",
  ]),
  ...children("/$workspace", ["activities", "activities/$activityID", "cart", "cart/overview"]),
  ...children("/$workspace/instances", ["$instanceID", "create"]),
  "/$workspace/instances",
  "/$workspace/projects",
  ...children("/$workspace/projects", ["add", "$projectID/instances", "$projectID/settings"]),
  ...children("/$workspace/billing", [
    "balance-payments",
    "billing-history",
    "information",
    "invoice",
    "invoice/$invoiceID",
    "usage",
  ]),
  "/workspaces",
  ...children("/workspaces", ["add", "users/join/$inviteToken"]),
  ...children("/onboarding", ["billing-information", "payment-method", "workspace"]),
];

const guestPages = children("/auth", [
  "login",
  "register",
  "reset",
  "reset/$token",
  "verify/$token",
  "verify/resend",
  "freeze/$token",
  "oauth/$provider",
]);

const adminPages = [
  "/admin",
  ...children("/admin", [
    "users",
    "users/$userID",
    "workspaces",
    "workspaces/$workspaceID",
    "instances",
    "instances/$instanceID",
    "commands",
    "commands/$commandID",
    "reports/bare-metal",
    "reports/virtual",
    "reports/orders",
    "images",
    "images/$imageID",
    "volumes-products",
    "bare-metal-products",
    "bare-metal-products/$productID",
    "bare-metal-products/$productID/items/$itemID",
    "promo-codes",
    "billing-history",
    "invoices",
    "invoices/$invoiceID",
    "staff",
    "data-copy-requests",
    "limit-requests",
    "ledger-findings",
    "audit-chains",
    "infrastructure",
    "maintenance",
  ]),
];

test.each([...pages, ...adminPages])("%s is a page of the console", (path) => {
  expect(consolePages).toContain(path);
});

test.each(guestPages)("%s is a page for guests", (path) => {
  expect(Object.values(guestPaths)).toContain(path);
});

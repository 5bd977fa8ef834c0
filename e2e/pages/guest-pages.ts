/** Pages for signed-out users. */
import { button, link, type PageSpec } from "./page-spec.ts";

export const guestPages: readonly PageSpec[] = [
  { name: "sign-in", path: "/auth/login", shows: "Sign in", primary: button("Sign in") },
  {
    name: "register",
    path: "/auth/register",
    shows: "Create an account",
    primary: button("Create account"),
  },
  {
    name: "verify",
    path: "/auth/verify/none",
    shows: "Verify your email",
    primary: button("Verify email"),
  },
  {
    name: "resend",
    path: "/auth/verify/resend",
    shows: "Verify your email",
    primary: button("Send link"),
  },
  {
    name: "reset",
    path: "/auth/reset",
    shows: "Reset your password",
    primary: button("Send link"),
  },
  {
    name: "new-password",
    path: "/auth/reset/none",
    shows: "Set a new password",
    primary: button("Set new password"),
  },
  {
    name: "freeze",
    path: "/auth/freeze/none",
    shows: "Wasn't you?",
    primary: button("Lock my account"),
  },
  { name: "docs", path: "/docs", shows: "Documentation", primary: link(/^Getting started/) },
  {
    name: "docs-page",
    path: "/docs/instances",
    shows: "What is billed when",
    primary: button("Search documentation"),
  },
];

/** The error pages. */
import { link, type PageSpec } from "./page-spec.ts";

export const errorPages: readonly PageSpec[] = [
  {
    name: "error-400",
    path: "/400?message=The+time+zone+is+unknown",
    shows: "We couldn't process that",
    primary: link("Go to home page"),
  },
  {
    name: "error-401",
    path: "/401?message=No+session",
    shows: "Please sign in again",
    primary: link("Sign in"),
  },
  {
    name: "error-403",
    path: "/403?cause=instance.view",
    shows: "You don't have access to this",
    primary: link("Go to home page"),
  },
  {
    name: "error-404",
    path: "/404?message=Workspace+x+not+found",
    shows: "We can't find that",
    primary: link("Go to home page"),
  },
  {
    name: "error-423",
    path: "/423?cause=Since+noon",
    shows: "Maintenance is over",
    primary: link("Go to home page"),
  },
  {
    name: "error-429",
    path: "/429?seconds=3000",
    shows: /Too many requests/,
    primary: link("Go to home page"),
  },
  {
    name: "error-500",
    path: "/500?prettyCause=0b7e7c1e-6a52-4d4b-9d3c-2f1f6f0f8a11",
    shows: "Something broke on our side",
    primary: link("Go to home page"),
  },
];

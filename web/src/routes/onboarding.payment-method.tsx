import { createFileRoute, redirect } from "@tanstack/react-router";

export const Route = createFileRoute("/onboarding/payment-method")({
  // A page without anything to fill in until there is billing: the next step, or the home page, follows at once.
  beforeLoad: () => {
    throw redirect({ to: "/onboarding", replace: true });
  },
});

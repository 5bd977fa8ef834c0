import { createFileRoute, redirect } from "@tanstack/react-router";
import { nextStep } from "../features/onboarding/onboarding.ts";

export const Route = createFileRoute("/onboarding/")({
  beforeLoad: ({ context }) => {
    const step = nextStep(context.self.userWorkspaceRoles.length > 0);
    if (step === null) throw redirect({ to: "/", replace: true });
    throw redirect({ to: `/onboarding/${step}`, replace: true });
  },
});

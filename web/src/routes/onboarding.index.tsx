import { createFileRoute, redirect } from "@tanstack/react-router";
import { nextStep } from "../features/onboarding/onboarding.ts";

export const Route = createFileRoute("/onboarding/")({
  beforeLoad: ({ context }) => {
    const { userWorkspaceRoles } = context.self;
    const step = nextStep(userWorkspaceRoles.length > 0 ? "workspace" : null);
    if (step === null) throw redirect({ to: "/", replace: true });
    throw redirect({ to: `/onboarding/${step}`, replace: true });
  },
});

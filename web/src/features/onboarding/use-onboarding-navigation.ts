import { useNavigate } from "@tanstack/react-router";
import { nextStep, type OnboardingStep, skipStep } from "./onboarding.ts";
import { currentSession } from "../../lib/session/session.ts";

const stepPaths = {
  workspace: "/onboarding/workspace",
  "billing-information": "/onboarding/billing-information",
  "payment-method": "/onboarding/payment-method",
} as const;

/** From one step to the next that is left, and from the last to where one works. */
export function useOnboardingNavigation(step: OnboardingStep) {
  const navigate = useNavigate();
  const goOn = async (): Promise<void> => {
    // Billing belongs to a workspace: without one there is nothing more to ask.
    const hasWorkspace = (currentSession().self?.userWorkspaceRoles.length ?? 0) > 0;
    const next = hasWorkspace ? nextStep(step) : null;
    await navigate({ to: next === null ? "/" : stepPaths[next] });
  };
  const skip = (): void => {
    skipStep(step);
    void goOn();
  };
  return { goOn, skip };
}

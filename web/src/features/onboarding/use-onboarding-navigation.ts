import { useNavigate } from "@tanstack/react-router";
import { nextStep, type OnboardingStep, skipStep } from "./onboarding.ts";
import { currentSession } from "../../lib/session/session.ts";

const stepPaths = {
  workspace: "/onboarding/workspace",
  "billing-information": "/onboarding/billing-information",
  "payment-method": "/onboarding/payment-method",
} as const;

/** Navigates to the next step that is left, and after the last one to the current workspace. */
export function useOnboardingNavigation(step: OnboardingStep) {
  const navigate = useNavigate();
  const goOn = async (): Promise<void> => {
    // Billing belongs to a workspace, so without one no step is left.
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

/** The onboarding steps, and which ones the user skipped: the `skipOnboarding` cookie stores the time for each. */
import { z } from "zod";
import { serverNow } from "../../lib/api/server-clock.ts";
import { readCookie, writeCookie, yearSeconds } from "../../lib/browser/cookies.ts";

export const onboardingSteps = ["workspace", "billing-information", "payment-method"] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const cookie = "skipOnboarding";
const Skipped = z.partialRecord(z.enum(onboardingSteps), z.iso.datetime());

function readSkipped(): z.infer<typeof Skipped> {
  try {
    return Skipped.parse(JSON.parse(readCookie(cookie) ?? "{}"));
  } catch {
    return {}; // Not written by the console: treated as absent.
  }
}

export function skipStep(step: OnboardingStep): void {
  const at = new Date(serverNow()).toISOString();
  writeCookie(cookie, JSON.stringify({ ...readSkipped(), [step]: at }), yearSeconds);
}

/** The next step that was not skipped; null when none is left. */
export function nextStep(after: OnboardingStep | null): OnboardingStep | null {
  const skipped = readSkipped();
  const rest =
    after === null ? onboardingSteps : onboardingSteps.slice(onboardingSteps.indexOf(after) + 1);
  return rest.find((step) => skipped[step] === undefined) ?? null;
}

/** The steps of the onboarding, and which of them somebody passed over: the `skipOnboarding` cookie has the time of each. */
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
    return {}; // Not written by us: the same as absent.
  }
}

export function skipStep(step: OnboardingStep): void {
  const at = new Date(serverNow()).toISOString();
  writeCookie(cookie, JSON.stringify({ ...readSkipped(), [step]: at }), yearSeconds);
}

/** The first step that was not passed over, after this one; null where none is left. */
export function nextStep(after: OnboardingStep | null): OnboardingStep | null {
  const skipped = readSkipped();
  const rest =
    after === null ? onboardingSteps : onboardingSteps.slice(onboardingSteps.indexOf(after) + 1);
  return rest.find((step) => skipped[step] === undefined) ?? null;
}

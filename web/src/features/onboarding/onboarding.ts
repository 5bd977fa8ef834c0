/** The onboarding steps, and which ones the user skipped: the `skipOnboarding` cookie stores the time for each. */
import { serverNow } from "../../lib/api/server-clock.ts";
import { readCookie, writeCookie, yearSeconds } from "../../lib/browser/cookies.ts";

/** The steps that ask for something today. Billing steps join when there is billing to set up. */
export const onboardingSteps = ["workspace"] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

const cookie = "skipOnboarding";
type Skipped = Readonly<Partial<Record<OnboardingStep, string>>>;

/** A step whose value is no time was not written by the console: it counts as not skipped. */
function readSkipped(): Skipped {
  let stored: unknown;
  try {
    stored = JSON.parse(readCookie(cookie) ?? "{}");
  } catch {
    return {};
  }
  if (typeof stored !== "object" || stored === null) return {};
  const skipped: Partial<Record<OnboardingStep, string>> = {};
  for (const step of onboardingSteps) {
    const at: unknown = Reflect.get(stored, step);
    if (typeof at === "string" && Number.isFinite(Date.parse(at))) skipped[step] = at;
  }
  return skipped;
}

export function skipStep(step: OnboardingStep): void {
  const at = new Date(serverNow()).toISOString();
  writeCookie(cookie, JSON.stringify({ ...readSkipped(), [step]: at }), yearSeconds);
}

/** The first step that was not skipped; null when none is left. A user with a workspace needs no other. */
export function nextStep(hasWorkspace: boolean): OnboardingStep | null {
  return hasWorkspace || readSkipped().workspace !== undefined ? null : "workspace";
}

/** The onboarding steps, and which ones the user skipped: the `skipOnboarding` cookie stores the time for each. */
import { serverNow } from "../../lib/api/server-clock.ts";
import { readCookie, writeCookie, yearSeconds } from "../../lib/browser/cookies.ts";

export const onboardingSteps = ["workspace", "billing-information", "payment-method"] as const;
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

/** The next step that was not skipped; null when none is left. */
export function nextStep(after: OnboardingStep | null): OnboardingStep | null {
  const skipped = readSkipped();
  const rest =
    after === null ? onboardingSteps : onboardingSteps.slice(onboardingSteps.indexOf(after) + 1);
  return rest.find((step) => skipped[step] === undefined) ?? null;
}

/** The onboarding steps, and which ones the user skipped: the `skipOnboarding` cookie stores the time for each. */
import type { SessionInfo } from "#contracts/auth.ts";
import type { WorkspacePermission } from "#contracts/permissions.ts";
import { serverNow } from "../../lib/api/server-clock.ts";
import { readCookie, writeCookie, yearSeconds } from "../../lib/browser/cookies.ts";
import { hasPermission } from "../../lib/session/permissions.ts";

/** Billing details and card belong to a workspace, so it comes first. */
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

/** The first step that is neither done nor skipped; null when none is left. */
export function nextStep(isDone: Readonly<Record<OnboardingStep, boolean>>): OnboardingStep | null {
  const skipped = readSkipped();
  return onboardingSteps.find((step) => !isDone[step] && skipped[step] === undefined) ?? null;
}

/** The workspace that a billing step is about: the named one, or the first one in which the user may do it. */
export const findStepWorkspace = (
  { userWorkspaceRoles }: SessionInfo,
  permission: WorkspacePermission,
  handle?: string,
) => {
  const roles = userWorkspaceRoles.filter((role) => hasPermission(role, permission));
  return roles.find((role) => role.handle === handle) ?? roles[0];
};

/** The query of a billing step: the workspace that it is about. */
export const stepSearch = (search: Record<string, unknown>): { workspace?: string | undefined } =>
  typeof search["workspace"] === "string" ? { workspace: search["workspace"] } : {};

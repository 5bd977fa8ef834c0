/** Requirements every account must meet: minimum age and the current terms of service. */
import { fieldError } from "../../../core/lib/problem-error.ts";

/** Version of the current terms of service. */
export const tosVersion = "2026-01";
const minAgeYears = 18;

export function assertMinimumAge(dob: string, now: Date): void {
  const [year = 0, month = 1, day = 1] = dob.split("-").map(Number);
  if (Date.UTC(year + minAgeYears, month - 1, day) > now.getTime())
    throw fieldError("dob", "under_age");
}

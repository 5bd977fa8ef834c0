import type { LimitName } from "#contracts/limit-names.ts";
import { toMinorUnits } from "#contracts/minor-units.ts";

/** Whole numbers without separators; what is not one is rejected by the endpoint's schema. */
const toNumber = (text: string): unknown =>
  /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : text;

/** The typed value of a limit as the API has it: amounts are typed in dollars. */
export const toLimitValue = (limit: LimitName, text: string): unknown =>
  limit === "monthly_spend" ? (toMinorUnits("USD", text) ?? text) : toNumber(text);

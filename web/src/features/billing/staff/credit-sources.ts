import { useLingui } from "@lingui/react/macro";
import type { CreditSource } from "#contracts/balance-approvals.ts";

/** Labels of where money that staff add comes from. */
export function useCreditSources(): Record<CreditSource, string> {
  const { t } = useLingui();
  return { goodwill: t`Credit from us`, bank: t`Bank transfer that arrived` };
}

import { useLingui } from "@lingui/react/macro";
import { projectBudgets } from "#contracts/project-budgets.ts";
import { billingUsage } from "#contracts/usage.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";

/** Removes the budget of a project. It can be set again, so it is not confirmed. */
export function useRemoveBudget() {
  const { t } = useLingui();
  return useEndpointAction(projectBudgets.removeBudget, {
    invalidates: [projectBudgets.budget, billingUsage.usage],
    successMessage: () => t`Budget removed`,
  });
}

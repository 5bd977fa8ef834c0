import { Trans, useLingui } from "@lingui/react/macro";
import type { ProjectBudget } from "#contracts/project-budgets.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Meter } from "../../../ui/meter.tsx";
import styles from "./project-budget.module.css";

/** The cost of a project in this month beside its budget. */
export function ProjectBudgetBar({
  name,
  budget: { amount, spent },
}: {
  name: string;
  budget: ProjectBudget;
}) {
  const { t } = useLingui();
  const [used, total] = [formatMoneyAmount(spent), formatMoneyAmount(amount)];
  return (
    <div className={styles["bar"]}>
      <p>
        <Trans>
          {used} of {total}
        </Trans>
      </p>
      <Meter
        label={t`Cost of ${name} in this month beside its budget`}
        used={spent.cents}
        maximum={amount.cents}
        text={used}
      />
    </div>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { toMinorUnits } from "#contracts/minor-units.ts";
import { type ProjectBudget, projectBudgets } from "#contracts/project-budgets.ts";
import { alertCents } from "#contracts/spending-alerts.ts";
import { billingUsage } from "#contracts/usage.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { toDollars } from "../cards/dollars.ts";
import { useAmountRange } from "../cards/use-amount-range.ts";

/** Sets or changes the budget of a project. */
export default function ProjectBudgetDialog({
  workspace,
  project: { id, name },
  budget,
  onClose,
}: {
  workspace: string;
  project: { readonly id: string; readonly name: string };
  budget: ProjectBudget | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const outside = useAmountRange();
  const form = useEndpointForm(projectBudgets.setBudget, {
    initial: { amount: budget === null ? "" : toDollars(budget.amount.cents) },
    labels: { amount: t`Amount per month in US$` },
    path: { workspace, project: id },
    alias: { amountCents: "amount" },
    also: ({ amount }): Readonly<Record<string, string>> => {
      const problem = outside(toMinorUnits("USD", amount), alertCents);
      return problem === undefined ? {} : { amount: problem };
    },
    body: ({ amount }) => ({ amountCents: toMinorUnits("USD", amount) }),
    onDone: async ({ amount: saved, spent }) => {
      void toast({
        title:
          spent.cents < saved.cents
            ? t`Budget of ${name} saved`
            : t`Budget of ${name} saved. The month's cost has passed it already`,
      });
      onClose();
      await invalidate(client, projectBudgets.budget, billingUsage.usage);
    },
  });
  const amount = form.field("amount");
  return (
    <FormDialog
      form={form}
      title={budget === null ? t`Set budget of ${name}` : t`Change budget of ${name}`}
      submit={<Trans>Save budget</Trans>}
      isEdit={budget !== null}
      intro={
        <p>
          <Trans>
            The owner and the billing administrators get an email at 50, 80, and 100% of it. Nothing
            is stopped.
          </Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field
        {...amount.field}
        help={t`Usage of a calendar month (UTC), before promo credit and VAT`}
      >
        <TextInput {...amount.input} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

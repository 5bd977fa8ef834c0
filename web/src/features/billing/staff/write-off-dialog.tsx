import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { ConfirmedFormDialog } from "../../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Checkbox, Field, Textarea } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { changedByMoney } from "./staff-queries.ts";

/** Gives up what is owed of an invoice. */
export default function WriteOffDialog({
  invoice,
  onClose,
}: {
  invoice: AdminInvoice;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const name = invoice.number ?? invoice.workspace.name;
  const owed = formatMoneyAmount(invoice.outstanding);
  const form = useEndpointForm(adminBilling.writeOff, {
    initial: { reason: "", withTaxRelief: true, typed: "" },
    labels: {
      reason: t`Reason`,
      withTaxRelief: t`Tax relief`,
      typed: t`Type ${name} to confirm`,
    },
    path: { invoice: invoice.id },
    body: ({ reason, withTaxRelief }) => ({ reason, withTaxRelief }),
    onDone: async () => {
      void toast({ title: t`${owed} of ${name} written off` });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const [reason, relief] = [form.field("reason"), form.field("withTaxRelief")];
  return (
    <ConfirmedFormDialog
      form={form}
      typed={form.field("typed")}
      name={name}
      title={t`Write off ${name}?`}
      verb={<Trans>Write off {owed}</Trans>}
      consequences={
        <>
          <li>
            <Trans>{owed} is no longer owed, and is booked as a loss.</Trans>
          </li>
          <li>
            <Trans>A later bank payment can still be recorded, and undoes that part.</Trans>
          </li>
        </>
      }
      onClose={onClose}
    >
      <Field {...reason.field} help={t`The customer reads it in the billing history`}>
        <Textarea {...reason.input} rows={2} maxLength={1000} />
      </Field>
      <Checkbox
        {...relief.input}
        label={<Trans>The tax in it is no longer owed to the state</Trans>}
      />
    </ConfirmedFormDialog>
  );
}

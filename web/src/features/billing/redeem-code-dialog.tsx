import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { billingHistory } from "#contracts/billing-history.ts";
import { billingPromo, type PromoGrant } from "#contracts/promo-codes.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { formatMoneyAmount, formatPercent } from "../../lib/i18n/format.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";

/** Redeems a promo code and says what it gave. */
export default function RedeemCodeDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const gained = ({ remaining, percentPpm, monthsLeft }: PromoGrant): string => {
    if (remaining !== null) {
      const amount = formatMoneyAmount(remaining);
      return t`${amount} reduce your next invoices.`;
    }
    const percent = formatPercent(percentOfPpm(percentPpm ?? 0), i18n, 4);
    return t`${percent} off. Monthly invoices: ${monthsLeft ?? 0}.`;
  };
  const form = useEndpointForm(billingPromo.redeemPromoCode, {
    initial: { code: "" },
    labels: { code: t`Promo code` },
    path: { workspace },
    onDone: async (grant) => {
      void toast({ title: t`Promo code redeemed`, text: gained(grant) });
      onClose();
      await invalidate(client, billingHistory.history, billingHistory.summary);
    },
  });
  const code = form.field("code");
  return (
    <FormDialog
      form={form}
      title={t`Redeem promo code`}
      submit={<Trans>Redeem</Trans>}
      onClose={onClose}
    >
      <Field {...code.field} help={t`Upper and lower case are the same`}>
        <TextInput {...code.input} autoComplete="off" maxLength={100} autoFocus />
      </Field>
    </FormDialog>
  );
}

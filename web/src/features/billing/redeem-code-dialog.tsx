import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { billingHistory } from "#contracts/billing-history.ts";
import { payments } from "#contracts/payments.ts";
import { billingPromo, type PromoGrant } from "#contracts/promo-codes.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { usePromoBenefit, useValidUntil } from "./promo-texts.ts";

/** Redeems a promo code and says what it gave. */
export default function RedeemCodeDialog({
  workspace,
  onClose,
}: {
  workspace: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const benefitOf = usePromoBenefit();
  const validUntilOf = useValidUntil();
  const gained = (promo: PromoGrant): string => {
    const benefit = benefitOf(promo);
    const gain =
      promo.remaining === null ? `${benefit}.` : t`${benefit} reduce your next invoices.`;
    const validUntil = validUntilOf(promo);
    return validUntil === null ? gain : `${gain} ${validUntil}.`;
  };
  const form = useEndpointForm(billingPromo.redeemPromoCode, {
    initial: { code: "" },
    labels: { code: t`Promo code` },
    path: { workspace },
    onDone: async (grant) => {
      void toast({ title: t`Promo code redeemed`, text: gained(grant) });
      onClose();
      await invalidate(
        client,
        billingHistory.history,
        billingHistory.summary,
        payments.accountBalance,
      );
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

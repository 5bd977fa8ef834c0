/** What went back of an invoice: refunds to cards, and payments that a bank took back. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import type { Invoice } from "#contracts/invoices.ts";
import { formatDate, formatMoneyAmount } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { Status, type StatusShape, type StatusTone } from "../../ui/status.tsx";
import { cardName } from "#contracts/card-names.ts";

type Look = readonly [StatusTone, StatusShape, MessageDescriptor];

const refundLooks: Readonly<Record<Invoice["refunds"][number]["status"], Look>> = {
  pending: ["busy", "hollow", msg`On its way`],
  succeeded: ["ok", "dot", msg`Sent`],
  failed: ["danger", "diamond", msg`Not received by the card`],
};

const chargebackLooks: Readonly<Record<Invoice["chargebacks"][number]["status"], Look>> = {
  open: ["busy", "hollow", msg`The bank is examining it`],
  won: ["ok", "dot", msg`The payment stands`],
  lost: ["danger", "diamond", msg`Taken back by the bank`],
};

export function MoneyBack({ invoice: { refunds, chargebacks } }: { invoice: Invoice }) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  if (refunds.length === 0 && chargebacks.length === 0) return null;
  const state = (
    { amount, createdAt }: Pick<Invoice["refunds"][number], "amount" | "createdAt">,
    [tone, shape, label]: Look,
  ) => (
    <>
      {formatMoneyAmount(amount)} · {formatDate(createdAt, localeSettings)}
      <br />
      <Status tone={tone} shape={shape}>
        {i18n._(label)}
      </Status>
    </>
  );
  return (
    <Card title={<Trans>Refunds and chargebacks</Trans>}>
      <DescriptionList
        pairs={[
          ...refunds.map(
            (refund) =>
              [
                refund.card === null ? t`Refund` : cardName(refund.card),
                state(refund, refundLooks[refund.status]),
              ] as const,
          ),
          ...chargebacks.map(
            (chargeback) =>
              [t`Chargeback`, state(chargeback, chargebackLooks[chargeback.status])] as const,
          ),
        ]}
      />
    </Card>
  );
}

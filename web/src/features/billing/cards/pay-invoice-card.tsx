import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { invoiceActions, isOwed } from "#contracts/actions/invoices.ts";
import { cardName } from "#contracts/card-names.ts";
import { billingInvoices, type Invoice } from "#contracts/invoices.ts";
import { type PaymentMethod, payments } from "#contracts/payments.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { CodeButton } from "../../../components/code-button.tsx";
import { completePreview } from "../../../components/code-samples/request-preview.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { hasCardForm } from "../../../lib/browser/card-gateway.ts";
import { formatDate, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { problemMessage } from "../../../lib/i18n/messages.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import { DescriptionList } from "../../../ui/description-list.tsx";
import { Callout, Skeleton } from "../../../ui/feedback.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import { InvoiceLink } from "../invoice-link.tsx";
import { InvoiceStatusBadge } from "../invoice-status.tsx";
import { NoPaymentNotice, useNoPaymentNotice } from "../pay-invoice.tsx";
import { AddCardForm } from "./add-card-form.tsx";
import { NoCardForm } from "./no-card-form.tsx";
import { invoicePaymentInput, useInvoicePayment } from "./use-invoice-payment.ts";

interface PayInvoiceCardProps {
  readonly workspace: string;
  readonly invoiceId: string;
  readonly cards: readonly PaymentMethod[];
}

/** Pays the invoice that the URL names, with a saved card or a new one. */
export function PayInvoiceCard({ workspace, invoiceId, cards }: PayInvoiceCardProps) {
  const { t, i18n } = useLingui();
  const localeSettings = useLocaleSettings();
  const { data: invoice, error } = useQuery(
    endpointQuery(billingInvoices.invoice, { path: { workspace, invoice: invoiceId } }),
  );
  if (invoice === undefined)
    return error === null ? (
      <Card title={t`Pay invoice`}>
        <Skeleton width="60%" />
      </Card>
    ) : (
      <Callout tone="danger">
        <p>{problemMessage(i18n, error)}</p>
      </Callout>
    );
  const number = invoice.number ?? t`Draft`;
  const isToPay = isOwed(invoice);
  return (
    <Card title={t`Pay ${number}`} aside={<InvoiceStatusBadge invoice={invoice} />}>
      <Stack>
        <DescriptionList
          pairs={[
            [
              t`Invoice`,
              <InvoiceLink key={invoice.id} workspace={workspace} id={invoice.id}>
                {number}
              </InvoiceLink>,
            ],
            [t`Still to pay`, formatMoneyAmount(invoice.outstanding)],
            [
              t`Due`,
              isToPay && invoice.dueAt !== null ? formatDate(invoice.dueAt, localeSettings) : null,
            ],
          ]}
        />
        {isToPay ? (
          <PaymentForm workspace={workspace} invoice={invoice} cards={cards} />
        ) : (
          <Settled invoice={invoice} />
        )}
      </Stack>
    </Card>
  );
}

const Settled = ({ invoice: { status } }: { invoice: Invoice }) => (
  <Callout tone={status === "paid" ? "ok" : "info"}>
    <p>
      {status === "paid" ? (
        <Trans>This invoice is paid.</Trans>
      ) : (
        <Trans>Nothing is owed for this invoice.</Trans>
      )}
    </p>
  </Callout>
);

/** The choice that isn't a saved card. */
const newCard = "new";

function PaymentForm({
  workspace,
  invoice,
  cards,
}: Pick<PayInvoiceCardProps, "workspace" | "cards"> & { readonly invoice: Invoice }) {
  const { t } = useLingui();
  const denied = useActionReason()(invoiceActions.pay, invoice);
  const notice = useNoPaymentNotice(invoice);
  const { pay, busy, failure } = useInvoicePayment(workspace, invoice);
  const usable = cards.filter(({ status }) => status === "active");
  const preferred = usable.find(({ isDefault }) => isDefault) ?? usable[0];
  const [choice, setChoice] = useState<string | null>(null);
  const isThere = choice === newCard || usable.some(({ id }) => id === choice);
  const chosen = (isThere ? choice : preferred?.id) ?? newCard;
  const amount = formatMoneyAmount(invoice.outstanding);
  if (notice !== null) return <NoPaymentNotice invoice={invoice} />;
  if (!hasCardForm()) return <NoCardForm />;
  return (
    <>
      {failure !== null && (
        <Callout tone="danger">
          <p>{failure.message}</p>
          {failure.isOfCard && (
            <p>
              <Trans>Nothing was charged.</Trans>
            </p>
          )}
        </Callout>
      )}
      {failure === null && !busy && invoice.pendingPayment === "unconfirmed" && (
        <Callout tone="warn">
          <p>
            <Trans>
              A payment of this invoice was started and not completed. Pay it now. You're charged
              once.
            </Trans>
          </p>
        </Callout>
      )}
      {denied === null && usable.length > 0 && (
        <Field id="pay-invoice-card" label={t`Card`}>
          <Select
            id="pay-invoice-card"
            name="card"
            value={chosen}
            onChange={setChoice}
            disabled={busy}
            options={[
              ...usable.map((card) => ({ value: card.id, label: cardName(card) })),
              { value: newCard, label: t`New card` },
            ]}
          />
        </Field>
      )}
      {denied === null && chosen === newCard ? (
        <AddCardForm
          workspace={workspace}
          submitLabel={t`Save card and pay ${amount}`}
          onSaved={async (card) => {
            setChoice(card.id);
            await pay(card.id);
          }}
        />
      ) : (
        <div>
          <CodeButton
            label={t`Pay invoice`}
            requested={() =>
              completePreview({
                call: payments.initialize3ds,
                input: invoicePaymentInput(workspace, invoice.id, chosen),
              })
            }
          />
          <ActionButton tone="primary" reason={denied} busy={busy} onClick={() => void pay(chosen)}>
            <Trans>Pay {amount}</Trans>
          </ActionButton>
        </div>
      )}
    </>
  );
}

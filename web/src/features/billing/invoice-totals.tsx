import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Invoice } from "#contracts/invoices.ts";
import { usd } from "#contracts/money.ts";
import { percentOfPpm } from "#contracts/vat.ts";
import { formatMoneyAmount, formatPercent } from "../../lib/i18n/format.ts";
import { Card } from "../../ui/card.tsx";
import styles from "./billing.module.css";

/** From the lines to what is still to pay. */
export function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  const { i18n } = useLingui();
  const { subtotal, discount, discounts, net, tax, total, paid, credited, outstanding } = invoice;
  const { ratePpm, reason } = invoice.taxDetails;
  const rate = formatPercent(percentOfPpm(ratePpm), i18n);
  const isInvoice = invoice.kind === "invoice";
  const minus = (cents: number) => formatMoneyAmount(usd(-cents));
  return (
    <Card title={<Trans>Total</Trans>}>
      <dl className={styles["totals"]}>
        <Row name={<Trans>Subtotal</Trans>} value={formatMoneyAmount(subtotal)} />
        {discounts.map(({ code, amount }) => (
          <Row key={code} name={<Trans>Promo code {code}</Trans>} value={minus(amount.cents)} />
        ))}
        {discounts.length === 0 && discount.cents > 0 && (
          <Row name={<Trans>Discount</Trans>} value={minus(discount.cents)} />
        )}
        <Row name={<Trans>Net</Trans>} value={formatMoneyAmount(net)} />
        <Row name={<Trans>VAT {rate}</Trans>} value={formatMoneyAmount(tax)} />
        <Row isSum name={<Trans>Total</Trans>} value={formatMoneyAmount(total)} />
        {isInvoice && paid.cents > 0 && (
          <Row name={<Trans>Paid</Trans>} value={minus(paid.cents)} />
        )}
        {isInvoice && credited.cents > 0 && (
          <Row name={<Trans>Credited</Trans>} value={minus(credited.cents)} />
        )}
        {isInvoice && invoice.number !== null && (
          <Row isSum name={<Trans>Still to pay</Trans>} value={formatMoneyAmount(outstanding)} />
        )}
      </dl>
      {reason === "reverse_charge" && (
        <p className={styles["subtle"]}>
          <Trans>Reverse charge, Article 196 Directive 2006/112/EC</Trans>
        </p>
      )}
      {invoice.reason !== null && <p className={styles["subtle"]}>{invoice.reason}</p>}
    </Card>
  );
}

const Row = ({
  name,
  value,
  isSum = false,
}: {
  name: ReactNode;
  value: string;
  isSum?: boolean;
}) => (
  <div className={isSum ? styles["sum"] : undefined}>
    <dt>{name}</dt>
    <dd translate="no">{value}</dd>
  </div>
);

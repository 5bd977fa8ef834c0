/** Labels and explanations of what the nightly checks of the ledger find. */
import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LedgerFinding, LedgerFindingKind } from "#contracts/dashboard.ts";
import { usd } from "#contracts/money.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";

const kinds: Readonly<Record<LedgerFindingKind, readonly [MessageDescriptor, MessageDescriptor]>> =
  {
    unbalanced: [msg`Unbalanced transaction`, msg`The entries of a transaction don't sum to 0`],
    balances: [msg`Balance differs`, msg`A stored balance isn't the sum of its entries`],
    receivable: [msg`Amount owed differs`, msg`What invoices say is owed isn't the receivable`],
    invoice_status: [
      msg`Invoice status differs`,
      msg`The status of an invoice contradicts what is open of it`,
    ],
    credit_notes: [
      msg`Credited amount differs`,
      msg`What was credited isn't the sum of the credit notes`,
    ],
    lines: [msg`Invoice lines differ`, msg`The lines of a document don't add up to it`],
    rounding: [msg`Rounding differs`, msg`A line isn't the exact cost that it was rounded from`],
    promo_grants: [
      msg`Promo credit differs`,
      msg`The rest of a credit isn't the sum of its entries`,
    ],
    promo_codes: [
      msg`Promo code count differs`,
      msg`The count of a promo code isn't the number of its uses`,
    ],
    number_series: [msg`Gap in a number series`, msg`A number of a document is missing`],
    history: [msg`Billing history differs`, msg`The billing history doesn't lead to the balance`],
    usage: [
      msg`Invoiced usage differs`,
      msg`The documents of a closed month don't say what was used in it`,
    ],
    provider_balance: [
      msg`Payment provider differs`,
      msg`The ledger and the payment provider don't have the same amount`,
    ],
    long_unpaid: [
      msg`Unpaid for long`,
      msg`Decide whether to terminate the instances and write off the invoices`,
    ],
    open_dispute: [msg`Open dispute`, msg`The payment provider waits for an answer`],
  };

export const ledgerFindingLabel = (i18n: I18n, kind: LedgerFindingKind): string =>
  i18n._(kinds[kind][0]);

export const ledgerFindingText = (i18n: I18n, { kind, detail }: LedgerFinding): string => {
  const { cents } = detail;
  const text = i18n._(kinds[kind][1]);
  return typeof cents === "number" ? `${text} · ${formatMoneyAmount(usd(cents))}` : text;
};

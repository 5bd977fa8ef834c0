/** What staff do with a document: each by its permission and state. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { adminInvoiceActions } from "#contracts/actions/admin-billing.ts";
import { adminBilling, type AdminInvoice } from "#contracts/admin-billing.ts";
import { ActionButton } from "../../../components/action-button.tsx";
import { withConfirmation } from "../../../components/confirmation.ts";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointAction } from "../../../components/use-endpoint-action.ts";
import { type MenuEntryWithCode, useMenuCode } from "../../../components/use-menu-code.ts";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { lazyPart } from "../../../lib/browser/missing-code.ts";
import { useHasStaffPermission } from "../../../lib/session/permissions.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Menu } from "../../../ui/menu.tsx";
import styles from "../billing.module.css";
import { InvoiceFileButtons } from "../invoice-files.tsx";
import { useStaffFiles } from "../use-billing-files.ts";
import { changedByMoney } from "./staff-queries.ts";

const RefundDialog = lazyPart(() => import("./refund-dialog.tsx"));
const ReverseDialog = lazyPart(() => import("./reverse-dialog.tsx"));
const WriteOffDialog = lazyPart(() => import("./write-off-dialog.tsx"));
const BankPaymentDialog = lazyPart(() => import("./bank-payment-dialog.tsx"));

export function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const files = useStaffFiles();
  if (invoice.status === "draft") return <DraftActions invoice={invoice} />;
  return (
    <>
      <InvoiceFileButtons files={files} invoice={invoice} />
      {invoice.kind === "invoice" && <IssuedActions invoice={invoice} />}
    </>
  );
}

function DraftActions({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useLingui();
  const reasonFor = useActionReason();
  const issue = useEndpointAction(adminBilling.issueDraft, {
    invalidates: changedByMoney,
    successMessage: ({ number }) => t`${number ?? ""} issued`,
  });
  const discard = useEndpointAction(adminBilling.discardDraft, {
    invalidates: changedByMoney,
    successMessage: () => t`Draft discarded`,
  });
  const input = { path: { invoice: invoice.id } };
  const { name } = invoice.workspace;
  const total = formatMoneyAmount(invoice.total);
  const issuing = withConfirmation({
    severity: "destructive",
    title: t`Issue this invoice to ${name}?`,
    confirmLabel: t`Issue ${total}`,
    name,
    consequences: (
      <ul className={styles["consequences"]}>
        <li>
          <Trans>
            It gets its number, and {name} owes about {total}.
          </Trans>
        </li>
        <li>
          <Trans>The balance pays it at once as far as it goes.</Trans>
        </li>
        <li>
          <Trans>It can no longer be changed, only reversed.</Trans>
        </li>
      </ul>
    ),
    action: () => issue.run(input),
    code: issue.code(input),
  });
  const discarding = withConfirmation({
    severity: "destructive",
    title: t`Discard this draft for ${name}?`,
    confirmLabel: t`Discard draft`,
    name,
    consequences: (
      <ul className={styles["consequences"]}>
        <li>
          <Trans>It never gets a number, and can't be brought back.</Trans>
        </li>
      </ul>
    ),
    action: () => discard.run(input),
    code: discard.code(input),
  });
  const issueReason = reasonFor(adminInvoiceActions.issueDraft, invoice);
  const discardReason = reasonFor(adminInvoiceActions.discardDraft, invoice);
  useMenuCode(() => [
    { label: t`Issue`, reason: issueReason, ...issuing },
    { label: t`Discard`, reason: discardReason, ...discarding },
  ]);
  return (
    <>
      <ActionButton tone="danger" reason={discardReason} onClick={discarding.onSelect}>
        <Trans>Discard</Trans>
      </ActionButton>
      <ActionButton tone="primary" reason={issueReason} onClick={issuing.onSelect}>
        <Trans>Issue</Trans>
      </ActionButton>
    </>
  );
}

type OpenDialog = "refund" | "reverse" | "write-off" | "bank-payment";

function IssuedActions({ invoice }: { invoice: AdminInvoice }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const reasonFor = useActionReason();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const { data: options } = useQuery({
    ...endpointQuery(adminBilling.refundOptions, { path: { historyEntry: invoice.id } }),
    enabled: useHasStaffPermission("staff.billing.refund"),
  });
  const entries = (): readonly MenuEntryWithCode[] => [
    {
      label: t`Refund`,
      icon: "refresh",
      reason:
        options === undefined
          ? t`What can go back is not known yet`
          : reasonFor(adminInvoiceActions.refund, options),
      onSelect: () => setOpen("refund"),
    },
    {
      label: t`Reverse and create new`,
      icon: "copy",
      reason: reasonFor(adminInvoiceActions.reverseAndCreateNew, invoice),
      onSelect: () =>
        void navigate({
          to: "/admin/invoices/$invoiceID/replace",
          params: { invoiceID: invoice.id },
        }),
    },
    { kind: "rule" },
    {
      label: t`Write off`,
      icon: "close",
      tone: "danger",
      reason: reasonFor(adminInvoiceActions.writeOff, invoice),
      onSelect: () => setOpen("write-off"),
    },
    {
      label: t`Reverse`,
      icon: "trash",
      tone: "danger",
      reason: reasonFor(adminInvoiceActions.reverse, invoice),
      onSelect: () => setOpen("reverse"),
    },
  ];
  const onClose = () => setOpen(null);
  return (
    <>
      <ActionButton
        reason={reasonFor(adminInvoiceActions.recordBankPayment, invoice)}
        onClick={() => setOpen("bank-payment")}
      >
        <Trans>Bank payment received</Trans>
      </ActionButton>
      <Menu entries={entries}>
        {(trigger) => (
          <Button {...trigger} icon="dots" aria-label={t`More actions`}>
            <Trans>More</Trans>
          </Button>
        )}
      </Menu>
      {open !== null && (
        <Suspense>
          {open === "refund" && options !== undefined && (
            <RefundDialog invoice={invoice} options={options} onClose={onClose} />
          )}
          {open === "reverse" && <ReverseDialog invoice={invoice} onClose={onClose} />}
          {open === "write-off" && <WriteOffDialog invoice={invoice} onClose={onClose} />}
          {open === "bank-payment" && <BankPaymentDialog invoice={invoice} onClose={onClose} />}
        </Suspense>
      )}
    </>
  );
}

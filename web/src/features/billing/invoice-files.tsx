import { Fragment } from "react";
import type { Invoice } from "#contracts/invoices.ts";
import { ActionButton } from "../../components/action-button.tsx";
import { CodeButton } from "../../components/code-button.tsx";
import { completePreview } from "../../components/code-samples/request-preview.ts";
import { useBillingFiles, type useStaffFiles } from "./use-billing-files.ts";

/** Buttons that download the PDF and the e-invoice. */
export function InvoiceFiles({ workspace, invoice }: { workspace: string; invoice: Invoice }) {
  return <InvoiceFileButtons files={useBillingFiles(workspace)} invoice={invoice} />;
}

export function InvoiceFileButtons({
  files,
  invoice,
}: {
  files: ReturnType<typeof useStaffFiles>;
  invoice: Invoice;
}) {
  const hasBuyer = invoice.buyer !== null;
  return (
    <>
      {[files.eInvoice({ ...invoice, hasBuyer }), files.pdf(invoice)].map(
        ({ label, icon, reason, code, onSelect }) => (
          <Fragment key={label}>
            <CodeButton label={label} requested={() => completePreview(code)} />
            <ActionButton
              icon={icon}
              busy={files.busy === label}
              reason={reason}
              onClick={onSelect}
            >
              {label}
            </ActionButton>
          </Fragment>
        ),
      )}
    </>
  );
}

/** Downloads of invoices, e-invoices and receipts. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { billingFiles } from "#contracts/billing-files.ts";
import type { InvoiceRow } from "#contracts/invoices.ts";
import type { ActionWithCode } from "../../components/code-samples/request-preview.ts";
import { request } from "../../lib/api/api-client.ts";
import { isReauthenticationCancelled } from "../../lib/api/problem-error.ts";
import { saveFile } from "../../lib/browser/save-file.ts";
import { problemMessage } from "../../lib/i18n/messages.ts";
import { toast } from "../../ui/toast.ts";

interface Download extends ActionWithCode {
  readonly icon: "download";
  readonly label: string;
  /** Disabled reason. */
  readonly reason: string | null;
}

/** `busy` is the label of the download that is in progress. */
export function useBillingFiles(workspace: string) {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async (
    label: string,
    fetch: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>,
    type: string,
  ) => {
    setBusy(label);
    try {
      const { name, bytes } = await fetch();
      saveFile(name, new Blob([bytes.slice()], { type }));
      void toast({ title: t`${name} downloaded` });
    } catch (error) {
      if (!isReauthenticationCancelled(error))
        void toast({ tone: "danger", title: problemMessage(i18n, error) });
    } finally {
      setBusy(null);
    }
  };
  const toReason = ({ number }: Pick<InvoiceRow, "number">) =>
    number === null ? t`A draft has no document yet` : null;
  const pdf = (invoice: Pick<InvoiceRow, "id" | "number">): Download => {
    const input = { path: { workspace, invoice: invoice.id } };
    const label = t`Download PDF`;
    return {
      icon: "download",
      label,
      reason: toReason(invoice),
      code: { call: billingFiles.invoicePdf, input },
      onSelect: () =>
        void save(label, () => request(billingFiles.invoicePdf, input), "application/pdf"),
    };
  };
  const eInvoice = (
    invoice: Pick<InvoiceRow, "id" | "number"> & { readonly hasBuyer?: boolean },
  ): Download => {
    const input = { path: { workspace, invoice: invoice.id }, query: { format: "ubl" as const } };
    const label = t`Download e-invoice`;
    const needsBuyer = invoice.hasBuyer === false ? t`An e-invoice needs billing details` : null;
    return {
      icon: "download",
      label,
      reason: toReason(invoice) ?? needsBuyer,
      code: { call: billingFiles.invoiceXml, input },
      onSelect: () =>
        void save(label, () => request(billingFiles.invoiceXml, input), "application/xml"),
    };
  };
  const notice = (entry: { readonly id: string; readonly status: string }): Download => {
    const input = { path: { workspace, entry: entry.id } };
    const label = t`Download document`;
    return {
      icon: "download",
      label,
      reason: entry.status === "succeeded" ? null : t`Only completed movements have a document`,
      code: { call: billingFiles.historyNotice, input },
      onSelect: () =>
        void save(label, () => request(billingFiles.historyNotice, input), "application/pdf"),
    };
  };
  return { pdf, eInvoice, notice, busy };
}

/** Downloads of invoices, e-invoices and receipts. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { adminBilling } from "#contracts/admin-billing.ts";
import { billingFiles } from "#contracts/billing-files.ts";
import type { InvoiceRow } from "#contracts/invoices.ts";
import type {
  ActionWithCode,
  RequestPreview,
} from "../../components/code-samples/request-preview.ts";
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

interface DownloadSpec {
  readonly label: string;
  readonly reason: string | null;
  readonly code: RequestPreview;
  readonly type: "application/pdf" | "application/xml";
  readonly fetch: () => Promise<{ readonly name: string; readonly bytes: Uint8Array }>;
}

/** `busy` is the label of the download that is in progress. */
function useDownloads() {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const save = async ({ label, fetch, type }: DownloadSpec) => {
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
  const download = (spec: DownloadSpec): Download => {
    const { label, reason, code } = spec;
    return { icon: "download", label, reason, code, onSelect: () => void save(spec) };
  };
  return { busy, download };
}

type Numbered = Pick<InvoiceRow, "id" | "number">;
type WithBuyer = Numbered & { readonly hasBuyer?: boolean };

/** Labels of the files of a document, and why there are none. */
function useFileLabels() {
  const { t } = useLingui();
  const draftReason = ({ number }: Numbered) =>
    number === null ? t`A draft has no document yet` : null;
  return {
    pdf: (invoice: Numbered) =>
      ({ label: t`Download PDF`, reason: draftReason(invoice), type: "application/pdf" }) as const,
    eInvoice: (invoice: WithBuyer) =>
      ({
        label: t`Download e-invoice`,
        reason:
          draftReason(invoice) ??
          (invoice.hasBuyer === false ? t`An e-invoice needs billing details` : null),
        type: "application/xml",
      }) as const,
  };
}

const ubl = { format: "ubl" } as const;

export function useBillingFiles(workspace: string) {
  const { t } = useLingui();
  const { busy, download } = useDownloads();
  const labels = useFileLabels();
  const pdf = (invoice: Numbered): Download => {
    const [call, input] = [billingFiles.invoicePdf, { path: { workspace, invoice: invoice.id } }];
    const fetch = () => request(call, input);
    return download({ ...labels.pdf(invoice), code: { call, input }, fetch });
  };
  const eInvoice = (invoice: WithBuyer): Download => {
    const input = { path: { workspace, invoice: invoice.id }, query: ubl };
    const call = billingFiles.invoiceXml;
    const fetch = () => request(call, input);
    return download({ ...labels.eInvoice(invoice), code: { call, input }, fetch });
  };
  const notice = (entry: { readonly id: string; readonly status: string }): Download => {
    const input = { path: { workspace, entry: entry.id } };
    return download({
      label: t`Download document`,
      reason: entry.status === "succeeded" ? null : t`Only completed movements have a document`,
      code: { call: billingFiles.historyNotice, input },
      type: "application/pdf",
      fetch: () => request(billingFiles.historyNotice, input),
    });
  };
  return { pdf, eInvoice, notice, busy };
}

/** Files of documents of any workspace, for staff. */
export function useStaffFiles() {
  const { busy, download } = useDownloads();
  const labels = useFileLabels();
  const pdf = (invoice: Numbered): Download => {
    const [call, input] = [adminBilling.invoicePdf, { path: { invoice: invoice.id } }];
    const fetch = () => request(call, input);
    return download({ ...labels.pdf(invoice), code: { call, input }, fetch });
  };
  const eInvoice = (invoice: WithBuyer): Download => {
    const [call, input] = [adminBilling.invoiceXml, { path: { invoice: invoice.id }, query: ubl }];
    const fetch = () => request(call, input);
    return download({ ...labels.eInvoice(invoice), code: { call, input }, fetch });
  };
  return { pdf, eInvoice, busy };
}

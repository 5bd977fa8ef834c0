import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { InvoiceRow, InvoiceStatus } from "#contracts/invoices.ts";
import { Status, type StatusShape, type StatusTone } from "../../ui/status.tsx";

export const invoiceStatusLabels: Readonly<Record<InvoiceStatus, MessageDescriptor>> = {
  draft: msg`Draft`,
  issued: msg`Unpaid`,
  paid: msg`Paid`,
  overdue: msg`Overdue`,
  uncollectible: msg`Written off`,
  reversed: msg`Reversed`,
  discarded: msg`Discarded`,
};

const looks: Readonly<Record<InvoiceStatus, readonly [StatusTone, StatusShape]>> = {
  draft: ["idle", "hollow"],
  issued: ["busy", "hollow"],
  paid: ["ok", "dot"],
  overdue: ["danger", "diamond"],
  uncollectible: ["idle", "square"],
  reversed: ["idle", "square"],
  discarded: ["idle", "square"],
};

/** A credit note has no state of its own. */
export function InvoiceStatusBadge({
  invoice: { kind, status },
}: {
  invoice: Pick<InvoiceRow, "kind" | "status">;
}) {
  const { t, i18n } = useLingui();
  const [tone, shape] = kind === "credit_note" ? (["idle", "dot"] as const) : looks[status];
  return (
    <Status tone={tone} shape={shape}>
      {kind === "credit_note" ? t`Credit note` : i18n._(invoiceStatusLabels[status])}
    </Status>
  );
}

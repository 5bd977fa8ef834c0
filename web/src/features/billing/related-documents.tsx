import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Invoice } from "#contracts/invoices.ts";
import { Card } from "../../ui/card.tsx";
import { DescriptionList } from "../../ui/description-list.tsx";
import { InvoiceLink } from "./invoice-link.tsx";

type DocumentLink = NonNullable<Invoice["replaces"]>;

/** Credit notes of an invoice, the invoice of a credit note, and what replaced what. */
export function RelatedDocuments({
  workspace,
  invoice,
}: {
  workspace: string | null;
  invoice: Invoice;
}) {
  const linkTo = ({ id, number }: DocumentLink) => (
    <InvoiceLink key={id} workspace={workspace} id={id}>
      {number}
    </InvoiceLink>
  );
  const named = (name: ReactNode, document: DocumentLink | null) =>
    document === null ? [] : [[name, linkTo(document)] as const];
  const pairs = [
    ...named(<Trans key="credits">Credits</Trans>, invoice.credits),
    ...named(<Trans key="replaces">Replaces</Trans>, invoice.replaces),
    ...named(<Trans key="by">Replaced by</Trans>, invoice.replacedBy),
    ...invoice.creditNotes.flatMap((note) => named(<Trans key={note.id}>Credit note</Trans>, note)),
  ];
  if (pairs.length === 0) return null;
  return (
    <Card title={<Trans>Related documents</Trans>}>
      <DescriptionList pairs={pairs} />
    </Card>
  );
}

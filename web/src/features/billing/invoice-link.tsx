import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** A link to a document: of the customer's workspace, or without one of the staff area. */
export const InvoiceLink = ({
  workspace,
  id,
  children,
}: {
  workspace: string | null;
  id: string;
  children: ReactNode;
}) =>
  workspace === null ? (
    <Link to="/admin/invoices/$invoiceID" params={{ invoiceID: id }} translate="no">
      {children}
    </Link>
  ) : (
    <Link
      to="/$workspace/billing/invoice/$invoiceID"
      params={{ workspace, invoiceID: id }}
      translate="no"
    >
      {children}
    </Link>
  );

import { useLingui } from "@lingui/react/macro";
import type { InvoiceRow } from "#contracts/invoices.ts";
import { formatDate, formatMoneyAmount, formatMonthYear } from "../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../lib/i18n/i18n.ts";
import { Amount, type Column, NameCell, NoValue } from "../../ui/table.tsx";
import { InvoiceLink } from "./invoice-link.tsx";
import { InvoiceStatusBadge } from "./invoice-status.tsx";

/** Columns of the list of invoices; `workspace` is null for staff. */
export function useInvoiceColumns(workspace: string | null): Column<InvoiceRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const day = (at: string | null) => (at === null ? <NoValue /> : formatDate(at, localeSettings));
  return [
    {
      key: "number",
      header: t`Number`,
      cell: ({ id, number }) => (
        <NameCell>
          <InvoiceLink workspace={workspace} id={id}>
            {number ?? t`Draft`}
          </InvoiceLink>
        </NameCell>
      ),
    },
    {
      key: "period",
      header: t`Month`,
      card: "labeled",
      cell: ({ periodStart }) =>
        periodStart === null ? <NoValue /> : formatMonthYear(periodStart, localeSettings.locale),
    },
    {
      key: "status",
      header: t`Status`,
      card: "beside",
      cell: (invoice) => <InvoiceStatusBadge invoice={invoice} />,
    },
    {
      key: "createdAt",
      header: t`Issued`,
      sort: "createdAt",
      card: "labeled",
      cell: ({ issuedAt }) => day(issuedAt),
    },
    {
      key: "dueAt",
      header: t`Due`,
      hides: "first",
      card: "hidden",
      cell: ({ kind, dueAt }) => day(kind === "invoice" ? dueAt : null),
    },
    {
      key: "outstanding",
      header: t`Still to pay`,
      end: true,
      hides: "second",
      card: "labeled",
      cell: ({ kind, outstanding }) =>
        kind === "credit_note" ? <NoValue /> : <Amount>{formatMoneyAmount(outstanding)}</Amount>,
    },
    {
      key: "total",
      header: t`Total`,
      end: true,
      card: "labeled",
      cell: ({ kind, total }) => (
        <Amount>
          {formatMoneyAmount(kind === "credit_note" ? { ...total, cents: -total.cents } : total)}
        </Amount>
      ),
    },
  ];
}

import { useLingui } from "@lingui/react/macro";
import type { HistoryRow, HistoryStatus } from "#contracts/billing-history.ts";
import { formatMoneyAmount } from "../../lib/i18n/format.ts";
import { RelativeTime } from "../../ui/description-list.tsx";
import { Status, type StatusShape, type StatusTone } from "../../ui/status.tsx";
import { Amount, type Column, NameCell, NoValue } from "../../ui/table.tsx";
import { cardName } from "#contracts/card-names.ts";
import { InvoiceLink } from "./invoice-link.tsx";
import { historyStatusLabels, historyTypeLabels } from "./history-labels.ts";

const looks: Readonly<Record<HistoryStatus, readonly [StatusTone, StatusShape]>> = {
  pending: ["busy", "hollow"],
  succeeded: ["ok", "dot"],
  failed: ["danger", "diamond"],
};

/** What the entry is about: its document, or the words of its type. */
function Subject({
  workspace,
  entry: { invoice, detail },
}: {
  workspace: string | null;
  entry: HistoryRow;
}) {
  const { brand, last4 } = detail;
  const card =
    typeof brand === "string" && typeof last4 === "string" ? cardName({ brand, last4 }) : null;
  const words = detail["code"] ?? detail["reason"] ?? card;
  if (invoice === null) return words === null ? null : <span translate="no">{words}</span>;
  return (
    <InvoiceLink workspace={workspace} id={invoice.id}>
      {invoice.number}
    </InvoiceLink>
  );
}

/** Columns of the history: every row with the balance after it. `workspace` is null for staff. */
export function useHistoryColumns(workspace: string | null): Column<HistoryRow>[] {
  const { t, i18n } = useLingui();
  return [
    {
      key: "type",
      header: t`Type`,
      cell: (entry) => (
        <NameCell subtitle={<Subject workspace={workspace} entry={entry} />}>
          {i18n._(historyTypeLabels[entry.type])}
        </NameCell>
      ),
    },
    {
      key: "createdAt",
      header: t`Date`,
      card: "labeled",
      cell: ({ createdAt }) => <RelativeTime at={createdAt} exact />,
    },
    {
      key: "status",
      header: t`Status`,
      card: "labeled",
      hides: "second",
      cell: ({ status }) => (
        <Status tone={looks[status][0]} shape={looks[status][1]}>
          {i18n._(historyStatusLabels[status])}
        </Status>
      ),
    },
    {
      key: "amount",
      header: t`Amount`,
      end: true,
      card: "beside",
      cell: ({ amount }) => <Amount>{formatMoneyAmount(amount)}</Amount>,
    },
    {
      key: "balance",
      header: t`Balance`,
      end: true,
      card: "labeled",
      cell: ({ balance }) =>
        balance === null ? <NoValue /> : <Amount>{formatMoneyAmount(balance)}</Amount>,
    },
  ];
}

import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type Dashboard, failedOperationHours } from "#contracts/dashboard.ts";
import { formatInteger, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import { type Column, NameCell, Table } from "../../../ui/table.tsx";

type Kind = keyof Dashboard["attention"];

interface Item {
  readonly kind: Kind;
  readonly count: number;
  readonly title: ReactNode;
  readonly detail: string;
}

/** What needs a person now. Each entry leads to its list, where there is one. */
export function AttentionTable({ attention }: Pick<Dashboard, "attention">) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const items = useItems(attention);
  const columns: Column<Item>[] = [
    {
      key: "item",
      header: t`Item`,
      cell: ({ title, detail }) => <NameCell subtitle={detail}>{title}</NameCell>,
    },
    {
      key: "count",
      header: t`Count`,
      card: "beside",
      end: true,
      cell: ({ count }) => <b>{formatInteger(count, localeSettings)}</b>,
    },
  ];
  return (
    <Card title={t`Needs attention`} unpadded>
      {items.length === 0 ? (
        <EmptyState plain title={t`Nothing needs attention`}>
          <Trans>What a person has to look at is listed here.</Trans>
        </EmptyState>
      ) : (
        <Table
          caption={t`Needs attention`}
          columns={columns}
          rows={items}
          rowKey={({ kind }) => kind}
        />
      )}
    </Card>
  );
}

function useItems(attention: Dashboard["attention"]): Item[] {
  const { t } = useLingui();
  const { overdueInvoices, lowStockProducts, untrustedProxy, ...counts } = attention;
  const owed = overdueInvoices === null ? "" : formatMoneyAmount(overdueInvoices.amount);
  const proxyAddress = untrustedProxy?.address ?? "";
  const hours = failedOperationHours;
  const texts: Record<Kind, readonly [title: ReactNode, detail: string]> = {
    waitingCommands: [
      <Link key="waiting" to="/admin/commands" search={{ status: "waiting" }}>
        <Trans>Operations that wait for staff</Trans>
      </Link>,
      t`They continue once a step is completed or failed.`,
    ],
    failedCommands: [
      <Link key="failed" to="/admin/commands" search={{ status: "failed,timed_out" }}>
        <Trans>Failed operations</Trans>
      </Link>,
      t`In the last ${hours} hours.`,
    ],
    untrustedProxy: [
      t`A proxy that is not trusted`,
      t`Requests come through ${proxyAddress}. Everybody behind it shares one rate limit. Add it to TRUSTED_PROXIES.`,
    ],
    brokenAuditChains: [
      <Link key="chains" to="/admin/audit-chains">
        <Trans>Broken audit chains</Trans>
      </Link>,
      t`Activities were changed in the database.`,
    ],
    ledgerFindings: [
      <Link key="ledger" to="/admin/ledger-findings">
        <Trans>Ledger findings</Trans>
      </Link>,
      t`Contradictions, open disputes, and proposals to write off.`,
    ],
    failingEmails: [
      t`Emails that could not be sent`,
      t`They are tried again. Check the connection to the mail server.`,
    ],
    failingJobs: [
      t`Failing jobs`,
      t`They are tried again. The log of the worker has their errors.`,
    ],
    findings: [
      <Link key="findings" to="/admin/infrastructure">
        <Trans>Infrastructure findings</Trans>
      </Link>,
      t`Differences between Boreal and the providers.`,
    ],
    overdueInvoices: [
      <Link key="overdue" to="/admin/invoices" search={{ status: "overdue" }}>
        <Trans>Overdue invoices</Trans>
      </Link>,
      t`${owed} is owed.`,
    ],
    limitRequests: [
      <Link key="limits" to="/admin/limit-requests">
        <Trans>Limit requests</Trans>
      </Link>,
      t`Customers wait for an answer.`,
    ],
    balanceApprovals: [
      <Link key="approvals" to="/admin/balance-approvals">
        <Trans>Balance approvals</Trans>
      </Link>,
      t`Amounts wait for a second person.`,
    ],
    failedDataCopies: [
      <Link key="copies" to="/admin/data-copy-requests" search={{ status: "failed" }}>
        <Trans>Failed data exports</Trans>
      </Link>,
      t`They can be retried.`,
    ],
    soldOutProducts: [
      <Link key="stock" to="/admin/bare-metal-products">
        <Trans>Sold-out bare-metal products</Trans>
      </Link>,
      t`No item of them is available.`,
    ],
    lowStockProducts: [
      <Link key="low" to="/admin/virtual-products">
        <Trans>Virtual products that run out</Trans>
      </Link>,
      (lowStockProducts?.products ?? [])
        .map(({ name, free }) => (free === 0 ? t`${name}: sold out` : t`${name}: ${free} left`))
        .join(" · "),
    ],
  };
  const all: Readonly<Record<Kind, number | null>> = {
    ...counts,
    overdueInvoices: overdueInvoices?.count ?? null,
    lowStockProducts: lowStockProducts?.count ?? null,
    untrustedProxy: untrustedProxy === null ? 0 : 1,
  };
  const order: readonly Kind[] = [
    "brokenAuditChains",
    "untrustedProxy",
    "ledgerFindings",
    "waitingCommands",
    "failedCommands",
    "failingEmails",
    "failingJobs",
    "findings",
    "overdueInvoices",
    "limitRequests",
    "balanceApprovals",
    "failedDataCopies",
    "soldOutProducts",
    "lowStockProducts",
  ];
  return order.flatMap((kind): Item[] => {
    const count = all[kind] ?? 0;
    const [title, detail] = texts[kind];
    return count === 0 ? [] : [{ kind, count, title, detail }];
  });
}

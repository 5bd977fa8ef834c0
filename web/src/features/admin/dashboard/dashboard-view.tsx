import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Dashboard } from "#contracts/dashboard.ts";
import { formatInteger, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card, Stack } from "../../../ui/card.tsx";
import { RelativeTime } from "../../../ui/description-list.tsx";
import { EmptyState } from "../../../ui/feedback.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Figure, Figures } from "../../../ui/figures.tsx";
import { Status } from "../../../ui/status.tsx";
import { type Column, NameCell, NoValue, StackedCell, Table } from "../../../ui/table.tsx";
import { AttentionTable } from "./attention-table.tsx";

/** What needs a person first, then figures and the health of the regions, as far as the role may see them. */
export function DashboardView({ data }: { data: Dashboard }) {
  return (
    <Stack>
      <AttentionTable attention={data.attention} />
      <FiguresCard figures={data.figures} />
      {data.regions !== null && <RegionTable regions={data.regions} />}
    </Stack>
  );
}

function FiguresCard({ figures }: Pick<Dashboard, "figures">) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const { users, workspaces, instances, revenue } = figures;
  const figure = (name: string, value: number | null, link: (text: string) => ReactNode) =>
    value !== null && <Figure name={name}>{link(formatInteger(value, localeSettings))}</Figure>;
  return (
    <Card title={t`Business`}>
      <Figures>
        {figure(t`Users`, users, (text) => (
          <Link to="/admin/users">{text}</Link>
        ))}
        {figure(t`Workspaces`, workspaces, (text) => (
          <Link to="/admin/workspaces">{text}</Link>
        ))}
        {figure(t`Instances`, instances, (text) => (
          <Link to="/admin/instances">{text}</Link>
        ))}
        {revenue !== null && (
          <Figure name={t`Revenue this month`} note={t`Before discounts and tax`}>
            <Link to="/admin/reports/virtual">{formatMoneyAmount(revenue)}</Link>
          </Figure>
        )}
      </Figures>
    </Card>
  );
}

type Region = NonNullable<Dashboard["regions"]>[number];

type Provider = Region["providers"][number];

/** Whether a provider responds, when it last did, and how many operations failed. */
function ProviderHealth({
  providers,
  variant,
}: {
  providers: readonly Provider[];
  variant: Provider["variant"];
}) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const provider = providers.find((each) => each.variant === variant);
  if (provider === undefined) return <NoValue />;
  const { unreachableSince, lastSuccessAt, endedCommands, failedCommands } = provider;
  const [failed, ended] = [
    formatInteger(failedCommands, localeSettings),
    formatInteger(endedCommands, localeSettings),
  ];
  const facts = [
    unreachableSince !== null && (
      <Trans key="since">
        since <RelativeTime at={unreachableSince} />
      </Trans>
    ),
    lastSuccessAt !== null && (
      <Trans key="success">
        last answer <RelativeTime at={lastSuccessAt} />
      </Trans>
    ),
    endedCommands > 0 && t`${failed} of ${ended} operations failed in 24 hours`,
  ];
  return (
    <StackedCell subtitle={facts.every((fact) => fact === false) ? null : <Facts items={facts} />}>
      {unreachableSince !== null ? (
        <Status tone="danger" shape="diamond">{t`Does not respond`}</Status>
      ) : failedCommands > 0 ? (
        <Status tone="warn" shape="diamond">{t`Responds, with failures`}</Status>
      ) : (
        <Status tone="ok" shape="dot">{t`Responds`}</Status>
      )}
    </StackedCell>
  );
}

function RegionTable({ regions }: { regions: readonly Region[] }) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const columns: Column<Region>[] = [
    {
      key: "region",
      header: t`Region`,
      cell: ({ handle, name }) => <NameCell subtitle={handle}>{name}</NameCell>,
    },
    {
      key: "compute",
      header: t`OpenStack`,
      card: "labeled",
      cell: ({ providers }) => <ProviderHealth providers={providers} variant="virtual_machine" />,
    },
    {
      key: "bareMetal",
      header: t`Foreman`,
      card: "labeled",
      cell: ({ providers }) => <ProviderHealth providers={providers} variant="bare_metal" />,
    },
    {
      key: "commands",
      header: t`Open operations`,
      card: "labeled",
      end: true,
      cell: ({ handle, openCommands }) => (
        <Link
          to="/admin/commands"
          search={{ regionHandle: handle, status: "queued,running,waiting" }}
        >
          {formatInteger(openCommands, localeSettings)}
        </Link>
      ),
    },
    {
      key: "findings",
      header: t`Findings`,
      card: "labeled",
      end: true,
      cell: ({ handle, findings }) => (
        <Link to="/admin/infrastructure" search={{ regionHandle: handle }}>
          {formatInteger(findings, localeSettings)}
        </Link>
      ),
    },
  ];
  return (
    <Card title={t`Regions`} unpadded>
      {regions.length === 0 ? (
        <EmptyState plain title={t`No regions`}>
          <Trans>Regions of the catalog are listed here.</Trans>
        </EmptyState>
      ) : (
        <Table
          caption={t`Health of the regions`}
          columns={columns}
          rows={regions}
          rowKey={({ handle }) => handle}
        />
      )}
    </Card>
  );
}

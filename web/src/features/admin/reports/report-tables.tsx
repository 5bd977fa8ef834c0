import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type {
  InstanceReport,
  ProductReportRow,
  RegionReportRow,
  ReportFigures,
} from "#contracts/reports.ts";
import { StaleDataNotice } from "../../../components/detail-page.tsx";
import { SkeletonTable } from "../../../components/skeleton-table.tsx";
import { endpointQuery } from "../../../lib/api/api-client.ts";
import { formatDuration, formatInteger, formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { useLocaleSettings } from "../../../lib/i18n/i18n.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, NameCell, NoValue, Table } from "../../../ui/table.tsx";
import {
  type InstanceReportName,
  type InstanceReportSearch,
  instanceReports,
  withoutGrouping,
} from "./report-queries.ts";

type ShownFigures = Pick<ReportFigures, "hours" | "revenue"> & {
  readonly units: ReportFigures["units"] | null;
};
interface ShownRow extends ShownFigures {
  readonly key: string;
  readonly name: ReactNode;
  readonly products?: ReactNode;
  readonly isTotal?: true;
}

/** Rows, then what they leave out, and the total of everything. */
function useRows(
  rows: readonly ShownRow[],
  report: Pick<InstanceReport, "total" | "excluded"> | undefined,
): ShownRow[] {
  const { t } = useLingui();
  if (report === undefined) return [];
  const { excluded, total } = report;
  return [
    ...rows,
    ...(excluded.hours === 0 && excluded.revenue.cents === 0
      ? []
      : [
          {
            key: "excluded",
            name: t`Inactive and deleted products`,
            units: null,
            hours: excluded.hours,
            revenue: excluded.revenue,
          },
        ]),
    {
      key: "total",
      name: t`Total`,
      units: total.units,
      hours: total.hours,
      revenue: total.revenue,
      isTotal: true,
    },
  ];
}

function useColumns(heading: string, hasProducts: boolean): Column<ShownRow>[] {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? <NoValue /> : formatInteger(value, localeSettings);
  const products: Column<ShownRow> = {
    key: "products",
    header: t`Products`,
    card: "labeled",
    hides: "first",
    end: true,
    cell: (row) => row.products ?? <NoValue />,
  };
  return [
    {
      key: "name",
      header: heading,
      cell: ({ name, isTotal }) => (isTotal === true ? <b>{name}</b> : name),
    },
    ...(hasProducts ? [products] : []),
    {
      key: "sold",
      header: t`Rented now`,
      card: "labeled",
      end: true,
      cell: ({ units }) => count(units?.sold),
    },
    {
      key: "free",
      header: t`Available`,
      card: "labeled",
      hides: "third",
      end: true,
      cell: ({ units }) => count(units?.free),
    },
    {
      key: "total",
      header: t`Units`,
      card: "labeled",
      hides: "second",
      end: true,
      cell: ({ units }) => count(units?.total),
    },
    {
      key: "time",
      header: t`Billed time`,
      card: "labeled",
      end: true,
      cell: ({ hours }) => formatDuration(hours * 3_600),
    },
    {
      key: "revenue",
      header: t`Revenue`,
      card: "beside",
      end: true,
      cell: ({ revenue }) => <b>{formatMoneyAmount(revenue)}</b>,
    },
  ];
}

interface TableProps {
  readonly name: InstanceReportName;
  readonly search: InstanceReportSearch;
}

export function ProductTable({ name, search }: TableProps) {
  const { t } = useLingui();
  const result = useQuery({
    ...endpointQuery(instanceReports[name].products, { query: withoutGrouping(search) }),
    placeholderData: keepPreviousData,
  });
  const statuses = { active: null, inactive: t`Inactive`, deleted: t`Deleted` };
  const toRow = ({ product, status, units, hours, revenue }: ProductReportRow): ShownRow => ({
    key: product.id,
    name: (
      <NameCell subtitle={statuses[status]}>
        {name === "bareMetal" ? (
          <Link to="/admin/bare-metal-products/$productID" params={{ productID: product.id }}>
            {product.name}
          </Link>
        ) : (
          <span translate="no">{product.name}</span>
        )}
      </NameCell>
    ),
    units,
    hours,
    revenue,
  });
  return (
    <RowsTable
      result={result}
      caption={t`Report by product`}
      columns={useColumns(t`Product`, false)}
      rows={useRows(result.data?.rows.map(toRow) ?? [], result.data)}
    />
  );
}

export function RegionTable({ name, search }: TableProps) {
  const { t } = useLingui();
  const localeSettings = useLocaleSettings();
  const result = useQuery({
    ...endpointQuery(instanceReports[name].regions, { query: withoutGrouping(search) }),
    placeholderData: keepPreviousData,
  });
  const toRow = ({ region, units, hours, revenue, ...counts }: RegionReportRow): ShownRow => ({
    key: region.handle,
    name: <NameCell subtitle={region.handle}>{region.name}</NameCell>,
    products: formatInteger(counts.active + counts.inactive + counts.deleted, localeSettings),
    units,
    hours,
    revenue,
  });
  return (
    <RowsTable
      result={result}
      caption={t`Report by region`}
      columns={useColumns(t`Region`, true)}
      rows={useRows(result.data?.rows.map(toRow) ?? [], result.data)}
    />
  );
}

function RowsTable({
  result,
  caption,
  columns,
  rows,
}: {
  result: Parameters<typeof StaleDataNotice>[0]["result"] & { readonly isPlaceholderData: boolean };
  caption: string;
  columns: Column<ShownRow>[];
  rows: readonly ShownRow[];
}) {
  return (
    <div>
      <StaleDataNotice result={result} />
      {(result.data !== undefined || result.error === null) && (
        <Card unpadded>
          {result.data === undefined ? (
            <SkeletonTable columns={columns} caption={caption} hasMenu={false} hasBoxes={false} />
          ) : (
            <Table
              caption={caption}
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              busy={result.isPlaceholderData}
            />
          )}
        </Card>
      )}
    </div>
  );
}

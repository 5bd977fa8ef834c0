/** The report of orders: a row for each day, product and region. */
import { usd } from "#contracts/money.ts";
import type { OrderReport, OrderReportRow } from "#contracts/reports.ts";
import type { Tx } from "../../core/db/db.ts";
import { type Inclusion, isIncluded } from "./instance-report.ts";
import type { ReportPeriod } from "./period.ts";
import { centsOf, readRevenue, type RevenueCell, sum } from "./revenue.ts";
import {
  listReportedProducts,
  listReportedRegions,
  type OrderCell,
  type OrderCounts,
  readReportedOrders,
} from "./store.ts";

const nothing: OrderCounts = { orders: 0, instances: 0, cancelled: 0, failed: 0 };

const isoDay = (second: number): string => new Date(second * 1_000).toISOString().slice(0, 10);

interface OrderFacts extends Pick<OrderReport, "total" | "excluded" | "days"> {
  readonly rows: OrderReportRow[];
}

interface Cell {
  readonly productId: string;
  readonly regionHandle: string;
  readonly day: number;
}
const keyOf = ({ productId, regionHandle, day }: Cell): string =>
  `${day} ${productId} ${regionHandle}`;

function toRows(
  ordered: readonly OrderCell[],
  revenue: readonly RevenueCell[],
  names: { products: ReadonlyMap<string, string>; regions: ReadonlyMap<string, string> },
): OrderReportRow[] {
  const orders = new Map(ordered.map((cell) => [keyOf(cell), cell]));
  const cents = new Map(revenue.map((cell) => [keyOf(cell), cell.cents]));
  const cells = new Map(
    [...ordered, ...revenue].map((cell): [string, Cell] => [keyOf(cell), cell]),
  );
  const positions = {
    products: new Map([...names.products.keys()].map((id, position) => [id, position])),
    regions: new Map([...names.regions.keys()].map((handle, position) => [handle, position])),
  };
  return [...cells.values()]
    .toSorted(
      (one, other) =>
        other.day - one.day ||
        (positions.products.get(one.productId) ?? 0) -
          (positions.products.get(other.productId) ?? 0) ||
        (positions.regions.get(one.regionHandle) ?? 0) -
          (positions.regions.get(other.regionHandle) ?? 0),
    )
    .map((cell) => {
      const { orders: count, instances, cancelled, failed } = orders.get(keyOf(cell)) ?? nothing;
      return {
        day: isoDay(cell.day),
        product: { id: cell.productId, name: names.products.get(cell.productId) ?? "" },
        region: {
          handle: cell.regionHandle,
          name: names.regions.get(cell.regionHandle) ?? cell.regionHandle,
        },
        orders: count,
        instances,
        cancelled,
        failed,
        revenue: usd(cents.get(keyOf(cell)) ?? 0),
      };
    });
}

/** Total of everything, each day, and the rows of the products that are included. */
export async function readOrderReport(
  tx: Tx,
  { ordered, used, days }: ReportPeriod,
  inclusion: Inclusion,
): Promise<OrderFacts> {
  const products = await listReportedProducts(tx);
  const regions = await listReportedRegions(tx);
  const orders = await readReportedOrders(tx, ordered);
  const revenue = await readRevenue(tx, used, null);
  const ids = new Set(
    products.filter((product) => isIncluded(product, inclusion)).map(({ id }) => id),
  );
  const names = {
    products: new Map(products.map(({ id, name }) => [id, name])),
    regions: new Map(regions.map(({ handle, name }) => [handle, name])),
  };
  const all = toRows(orders.cells, revenue, names);
  const rows = all.filter(({ product }) => ids.has(product.id));
  const left = all.filter(({ product }) => !ids.has(product.id));
  const countsByDay = new Map(orders.days.map(({ day, ...counts }) => [isoDay(day), counts]));
  const centsByDay = Map.groupBy(revenue, ({ day }) => isoDay(day));
  const total = (figure: keyof OrderCounts) => sum(orders.days.map((day) => day[figure]));
  return {
    total: {
      orders: total("orders"),
      instances: total("instances"),
      cancelled: total("cancelled"),
      failed: total("failed"),
      revenue: usd(centsOf(revenue)),
    },
    excluded: {
      rows: left.length,
      revenue: usd(sum(left.map((row) => row.revenue.cents))),
    },
    days: days.map((second) => {
      const day = isoDay(second);
      return {
        day,
        ...(countsByDay.get(day) ?? nothing),
        revenue: usd(centsOf(centsByDay.get(day) ?? [])),
      };
    }),
    rows,
  };
}

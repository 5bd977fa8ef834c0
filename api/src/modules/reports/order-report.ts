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
  allowReportMemory,
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

/** Counts of several products. An order of them is one order. */
function totalOf(cells: readonly OrderCell[]): OrderCounts {
  const total = (figure: "firstLines" | "instances" | "cancelled" | "failed") =>
    sum(cells.map((cell) => cell[figure]));
  return {
    orders: total("firstLines"),
    instances: total("instances"),
    cancelled: total("cancelled"),
    failed: total("failed"),
  };
}

/** Total of everything, each day, and the rows of the products that are included. */
export async function readOrderReport(
  tx: Tx,
  { ordered, used, days }: ReportPeriod,
  inclusion: Inclusion,
): Promise<OrderFacts> {
  await allowReportMemory(tx);
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
  const all = toRows(orders, revenue, names);
  const rows = all.filter(({ product }) => ids.has(product.id));
  const left = all.filter(({ product }) => !ids.has(product.id));
  const ordersByDay = Map.groupBy(orders, ({ day }) => isoDay(day));
  const centsByDay = Map.groupBy(revenue, ({ day }) => isoDay(day));
  return {
    total: { ...totalOf(orders), revenue: usd(centsOf(revenue)) },
    excluded: {
      rows: left.length,
      revenue: usd(sum(left.map((row) => row.revenue.cents))),
    },
    days: days.map((second) => {
      const day = isoDay(second);
      return {
        day,
        ...totalOf(ordersByDay.get(day) ?? []),
        revenue: usd(centsOf(centsByDay.get(day) ?? [])),
      };
    }),
    rows,
  };
}

import { expect, test } from "vitest";
import type { Product, Region } from "#contracts/catalogue.ts";
import {
  filterProducts,
  groupByFamily,
  initialFamily,
  isFlat,
  nextProductSort,
  productsOfType,
  type ProductFilter,
  type ProductSort,
  regionWith,
  sortProducts,
  visibleProducts,
  vramChoices,
} from "./product-table-state.ts";

const product = (name: string, change: Partial<Product> = {}): Product => ({
  id: name,
  variant: "virtual_machine",
  name,
  family: "CPU",
  gpuModel: null,
  gpuCount: 0,
  vramGb: 0,
  vcpu: 2,
  memoryGb: 8,
  diskGb: 40,
  powerWatts: 12,
  rateMicrosPerHour: 40_000,
  priceSnapshotId: "price",
  priceValidUntil: null,
  stock: [{ regionHandle: "north", free: 4 }],
  createdAt: "2026-05-15T09:00:00.000Z",
  updatedAt: "2026-05-15T09:00:00.000Z",
  ...change,
});

const gpus = (count: number, family: string, vramGb: number, dollars: number, memoryGb: number) =>
  product(`${count} × ${family}`, {
    family,
    gpuModel: family,
    gpuCount: count,
    vramGb: vramGb * count,
    rateMicrosPerHour: dollars * 1_000_000,
    memoryGb,
  });

const small = gpus(1, "L40S", 48, 9.99, 128);
const large = gpus(8, "L40S", 48, 100, 16);
const h100 = gpus(8, "H100 SXM", 80, 20, 1_000);
const cpu = product("4 vCPU");
const all = [small, large, h100, cpu];
const any: ProductFilter = { type: null, minVramGb: 0, search: "" };
const names = (products: readonly Product[]) => products.map(({ name }) => name);
const sorted = (key: ProductSort["key"], descending = false) =>
  names(sortProducts(all, { key, descending }));

test("C010: memory and price are sorted as numbers, not as text", () => {
  expect(sorted("memory")).toEqual(["4 vCPU", "8 × L40S", "1 × L40S", "8 × H100 SXM"]);
  expect(sorted("hour")).toEqual(["4 vCPU", "1 × L40S", "8 × H100 SXM", "8 × L40S"]);
  expect(sorted("month", true)).toEqual(sorted("hour").toReversed());
});

test("C010: a product without a GPU is last in both directions", () => {
  expect(sorted("vram")).toEqual(["1 × L40S", "8 × L40S", "8 × H100 SXM", "4 vCPU"]);
  expect(sorted("vram", true)).toEqual(["8 × H100 SXM", "8 × L40S", "1 × L40S", "4 vCPU"]);
  expect(sorted("gpus", true).at(-1)).toBe("4 vCPU");
});

test("products with the same value are sorted by price in both directions", () => {
  expect(sorted("gpus").slice(1, 3)).toEqual(["8 × H100 SXM", "8 × L40S"]);
  expect(sorted("gpus", true).slice(0, 2)).toEqual(["8 × H100 SXM", "8 × L40S"]);
});

test("a header sorts ascending, then descending, then not at all", () => {
  const first = nextProductSort(null, "vram");
  expect(first).toEqual({ key: "vram", descending: false });
  const second = nextProductSort(first, "vram");
  expect(second).toEqual({ key: "vram", descending: true });
  expect(nextProductSort(second, "vram")).toBeNull();
  expect(nextProductSort(second, "disk")).toEqual({ key: "disk", descending: false });
});

test("filters by type and by GPU memory of the whole instance", () => {
  expect(names(filterProducts(all, { ...any, type: "cpu" }))).toEqual(["4 vCPU"]);
  expect(names(filterProducts(all, { ...any, type: "gpu", minVramGb: 384 }))).toEqual([
    "8 × L40S",
    "8 × H100 SXM",
  ]);
  expect(vramChoices(all)).toEqual([48, 384, 640]);
});

test("the products of a type are those the table counts, whatever else filters them", () => {
  const bare = product("bare metal", { variant: "bare_metal", gpuCount: 0 });
  const count = (filter: Pick<ProductFilter, "type" | "search">) =>
    productsOfType([...all, bare], filter).length;
  expect(count({ type: null, search: "" })).toBe(all.length);
  expect(count({ type: null, search: "x" })).toBe(all.length + 1);
  expect(count({ type: "cpu", search: "x" })).toBe(1);
  expect(count({ type: "bare_metal", search: "" })).toBe(1);
});

test("a search finds every word in any spelling of the count", () => {
  const find = (search: string) => names(filterProducts(all, { ...any, search }));
  for (const search of ["8x h100", "8 x H100", "8×h100", " h100 sxm ", "H100SXM"])
    expect(find(search), search).toEqual(["8 × H100 SXM"]);
  expect(find("cpu")).toEqual(["4 vCPU"]);
  expect(find("gpu l40s")).toEqual(["1 × L40S", "8 × L40S"]);
  expect(find("%")).toEqual([]);
});

test("a sort, a search and a GPU memory dissolve the families; a type keeps them", () => {
  expect(isFlat(any, null)).toBe(false);
  expect(isFlat({ ...any, type: "cpu" }, null)).toBe(false);
  expect(isFlat({ ...any, search: " " }, null)).toBe(false);
  expect(isFlat({ ...any, search: "l40" }, null)).toBe(true);
  expect(isFlat({ ...any, minVramGb: 48 }, null)).toBe(true);
  expect(isFlat(any, { key: "hour", descending: false })).toBe(true);
});

test("the first family that the region can deliver is unfolded", () => {
  const families = groupByFamily([
    { ...small, stock: [{ regionHandle: "north", free: 0 }] },
    { ...h100, stock: [] },
    cpu,
  ]);
  expect(initialFamily(families, "north")).toBe("CPU");
  expect(initialFamily(families, "south")).toBeNull();
});

test("a folded family shows only the selected product", () => {
  const [family] = groupByFamily([small, large]);
  if (family === undefined) throw new Error("no family");
  expect(visibleProducts(family, true, "")).toHaveLength(2);
  expect(names(visibleProducts(family, false, large.id))).toEqual(["8 × L40S"]);
  expect(visibleProducts(family, false, "")).toEqual([]);
});

test("another region is offered only if it responds and has the product", () => {
  const region = (handle: string, status: Region["status"] = "active"): Region => ({
    handle,
    name: handle,
    country: "SE",
    energySources: ["hydro"],
    energyCertificate: null,
    gramsCo2PerKwh: 9,
    latitude: 65,
    longitude: 22,
    status,
    stock: [],
  });
  const regions = [region("north"), region("dark", "unreachable"), region("east"), region("south")];
  const sold = product("2 vCPU", {
    stock: [
      { regionHandle: "north", free: 0 },
      { regionHandle: "dark", free: 4 },
      { regionHandle: "east", free: 0 },
      { regionHandle: "south", free: null },
    ],
  });
  expect(regionWith(sold, regions, "north")?.handle).toBe("south");
  expect(regionWith(sold, regions, "south")).toBeNull();
});

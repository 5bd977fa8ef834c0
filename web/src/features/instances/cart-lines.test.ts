import { expect, test } from "vitest";
import type { Product } from "#contracts/catalogue.ts";
import {
  namesOfLine,
  offerBeside,
  parseCartLines,
  putCartLine,
  stringifyCartLines,
} from "./cart-lines.ts";
import type { Offer } from "./order-form-state.ts";
import { maxCartLength, type OrderSearch, validateCartSearch } from "./order-search.ts";

const line = (names: string, more: OrderSearch = {}): OrderSearch => ({
  region: "lulea",
  product: "01a14c1b-f5ae-7000-8000-000000000001",
  names,
  ...more,
});

const product = (stock: Product["stock"]): Product => ({
  id: "p",
  variant: "virtual_machine",
  name: "2 vCPU",
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
  stock,
  createdAt: "2026-05-15T09:00:00.000Z",
  updatedAt: "2026-05-15T09:00:00.000Z",
});

test("lines survive a URL, whatever their names and patterns contain", () => {
  const lines = [
    line("web-1,web-2", { quantity: "2", pattern: "web-{n}|&=%" }),
    line("train", { keys: "a,b", project: "p" }),
  ];
  const text = stringifyCartLines(lines);
  const url = new URLSearchParams({ lines: text ?? "" }).toString();
  const search = validateCartSearch(Object.fromEntries(new URLSearchParams(url)));
  expect(parseCartLines(search.lines)).toEqual(lines);
  expect(lines.flatMap(namesOfLine)).toEqual(["web-1", "web-2", "train"]);
});

test("an empty cart has no lines in its URL; text that is no cart has lines without a product", () => {
  expect(stringifyCartLines([])).toBeUndefined();
  expect(parseCartLines(undefined)).toEqual([]);
  expect(parseCartLines("%%%|=|utm=1")).toEqual([{}, {}, {}]);
});

test("a line is added, or replaces the one that is changed", () => {
  const [first, second] = [line("a"), line("b")];
  const added = putCartLine([first], null, second);
  expect(parseCartLines(added.lines)).toEqual([first, second]);
  const changed = putCartLine([first, second], 0, line("c"));
  expect(parseCartLines(changed.lines).flatMap(namesOfLine)).toEqual(["c", "b"]);
});

test("a cart has at most the lines of one order, and the length of one URL", () => {
  const ten = Array.from({ length: 10 }, (_, n) => line(`web-${n}`));
  expect(putCartLine(ten, null, line("one-more"))).toEqual({ error: "too_many_lines" });
  expect(putCartLine(ten, 9, line("changed")).error).toBeUndefined();
  const long = line(`${"n".repeat(60)},`.repeat(20));
  expect(putCartLine([long, long, long, long], null, long)).toEqual({ error: "too_long" });
  expect(parseCartLines(stringifyCartLines([...ten, ...ten]))).toHaveLength(10);
  expect(validateCartSearch({ lines: "x".repeat(maxCartLength + 1) }).lines).toBeUndefined();
});

test("the stock for a line is what the other lines leave of it", () => {
  const stock = [
    { regionHandle: "lulea", free: 3 },
    { regionHandle: "kajaani", free: 3 },
    { regionHandle: "keflavik", free: null },
  ];
  const offer: Offer = { regions: [], images: [], products: [product(stock)] };
  const lines = [
    line("a,b", { product: "p", quantity: "2" }),
    line("c", { product: "p" }),
    line("d", { product: "p", region: "keflavik" }),
    line("e", { product: "other" }),
  ];
  expect(offerBeside(offer, lines).products[0]?.stock).toEqual([
    { regionHandle: "lulea", free: 0 },
    { regionHandle: "kajaani", free: 3 },
    { regionHandle: "keflavik", free: null },
  ]);
});

test("layout and the number of a line are kept only in their forms", () => {
  expect(validateCartSearch({ layout: "grid", edit: "2" })).toEqual({ layout: "grid", edit: "2" });
  expect(validateCartSearch({ layout: "list", edit: "-1" })).toEqual({});
});

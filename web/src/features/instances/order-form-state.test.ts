import { expect, test } from "vitest";
import type { Image, Product, Region } from "#contracts/catalogue.ts";
import type { Credential } from "#contracts/credentials.ts";
import { CartOrder } from "#contracts/orders.ts";
import { toFieldProblems } from "#contracts/field-error-messages.ts";
import { followProduct, noAlternatives, withAlternatives } from "./alternatives.ts";
import {
  dropIncompatibleChoices,
  type OrderFormData,
  imageIncompatibility,
  isLockedOut,
  searchFromDraft,
  toOrderBody,
  productIncompatibility,
  parseQuantity,
  draftFromSearch,
} from "./order-form-state.ts";
import { regenerateHostnames } from "./order-hostnames.ts";
import { validateOrderSearch } from "./order-search.ts";

const id = (n: number) => `01a14c1b-f5ae-7000-8000-${String(n).padStart(12, "0")}`;

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

const product = (n: number, stock: Product["stock"]): Product => ({
  id: id(n),
  variant: "virtual_machine",
  name: `product ${n}`,
  family: "CPU",
  gpuModel: null,
  gpuCount: 0,
  vramGb: 0,
  vcpu: 2,
  memoryGb: 8,
  diskGb: 40,
  powerWatts: 12,
  rateMicrosPerHour: 40_000,
  priceSnapshotId: id(900 + n),
  priceValidUntil: null,
  stock,
  createdAt: "2026-05-15T09:00:00.000Z",
  updatedAt: "2026-05-15T09:00:00.000Z",
});

const image = (n: number, change: Partial<Image> = {}): Image => ({
  id: id(n),
  family: "Ubuntu",
  name: `image ${n}`,
  version: "24.04",
  architecture: "x86_64",
  minDiskGb: 10,
  minMemoryMb: 1_024,
  defaultUser: "ubuntu",
  isDefault: false,
  endOfLife: null,
  supportsSecurityKeys: true,
  regionHandles: ["north", "south"],
  bareMetalRegionHandles: [],
  createdAt: "2026-05-15T09:00:00.000Z",
  updatedAt: "2026-05-15T09:00:00.000Z",
  ...change,
});

const key = (n: number, isDefault = false): Credential => ({
  id: id(n),
  name: `a,b&c ${n}`,
  type: "ssh-ed25519",
  bits: 256,
  publicKey: "",
  fingerprintSha256: "",
  comment: "",
  isDefault,
  isOnlyKey: false,
  createdBy: { id: id(1), name: "Ada" },
  usedByCount: 0,
  createdAt: "2026-05-15T09:00:00Z",
  updatedAt: "2026-05-15T09:00:00Z",
});

const both = product(10, [
  { regionHandle: "north", free: 2 },
  { regionHandle: "south", free: null },
]);
const northOnly = product(11, [{ regionHandle: "north", free: 5 }]);
const soldOut = product(12, [{ regionHandle: "north", free: 0 }]);
const ended = image(20, { endOfLife: "2026-01-01" });
const current = image(21);
const southOnly = image(22, { regionHandles: ["south"] });
const ground: OrderFormData = {
  offer: {
    regions: [region("dark", "unreachable"), region("north"), region("south")],
    products: [both, northOnly, soldOut],
    images: [ended, current, southOnly],
  },
  keys: [key(30), key(31, true)],
  projects: [],
  today: "2026-05-15",
  takenNames: new Set(),
  userDataOf: (name) => (name === "kept" ? "#!/bin/sh" : null),
};

test("an untouched form begins in the first region that answers, with a maintained system and the default key", () => {
  const { draft, ignored } = draftFromSearch({}, ground);
  expect(ignored).toEqual([]);
  expect(draft).toMatchObject({
    region: "north",
    virtualProduct: "",
    operatingsystem: current.id,
    workspaceCredential: [id(31)],
    hostname: ["gpu-1"],
  });
});

test("an untouched form begins with a name that is free", () => {
  const takenNames = new Set(["gpu-1"]);
  const { draft } = draftFromSearch({}, { ...ground, takenNames });
  expect(draft.hostname).toEqual(["gpu-2"]);
  expect(searchFromDraft(draft, ground.keys, takenNames).names).toBeUndefined();
});

test("C031: parts of a link that mean nothing are named and left out, the rest is taken", () => {
  const link = validateOrderSearch({
    type: "tpu",
    variant: "container",
    region: "zz",
    product: "nope",
    quantity: "3",
    keys: id(30),
    utm: "x",
    image: 7,
  });
  const { draft, ignored } = draftFromSearch(link, ground);
  expect(ignored).toEqual(["variant=container", "type=tpu", "region=zz", "product=nope"]);
  expect(draft).toMatchObject({
    quantity: "3",
    workspaceCredential: [id(30)],
    hostname: ["gpu-1", "gpu-2", "gpu-3"],
  });
});

test("a product that is sold out stays selected, so that the form offers to wait for it", () => {
  expect(draftFromSearch({ product: soldOut.id }, ground)).toMatchObject({
    draft: { virtualProduct: soldOut.id },
    ignored: [],
  });
});

test("alternatives are part of the link and of the order, with their highest price", () => {
  const link = {
    product: both.id,
    otherwise: `south:${both.id},north:${northOnly.id}`,
    most: "0.05",
  };
  const { draft, ignored } = draftFromSearch(link, ground);
  expect(ignored).toEqual([]);
  expect(searchFromDraft(draft, ground.keys)).toMatchObject(link);
  expect(CartOrder.parse(toOrderBody(draft, both))).toMatchObject({
    alternatives: [
      { region: "south", product: both.id },
      { region: "north", product: northOnly.id },
    ],
    maxRateMicrosPerHour: 50_000,
  });
  expect(draftFromSearch({ otherwise: `south:${northOnly.id}` }, ground).ignored).toEqual([
    `otherwise=south:${northOnly.id}`.slice(0, 50),
  ]);
  expect(toOrderBody({ ...draft, alternatives: [] }, both)).not.toHaveProperty(
    "maxRateMicrosPerHour",
  );
});

test("alternatives follow another product, and their highest price its price until it is changed", () => {
  const dear = { ...northOnly, rateMicrosPerHour: 90_000 };
  const products = [both, dear];
  const first = withAlternatives([`south ${both.id}`, `north ${dear.id}`], noAlternatives, both);
  expect(first.maxRateMicrosPerHour).toBe("0.04");
  expect(followProduct(first, both, dear, "north", products)).toEqual({
    alternatives: [`south ${both.id}`],
    maxRateMicrosPerHour: "0.09",
  });
  const own = { ...first, maxRateMicrosPerHour: "1" };
  expect(followProduct(own, both, dear, "north", products).maxRateMicrosPerHour).toBe("1");
  const metal = { ...dear, id: id(19), variant: "bare_metal" as const };
  expect(followProduct(first, both, metal, "north", [...products, metal])).toEqual(noAlternatives);
});

test("the link of a filled form leads back to the same form", () => {
  const filled = {
    ...draftFromSearch({}, ground).draft,
    region: "south",
    virtualProduct: both.id,
    operatingsystem: southOnly.id,
    workspaceCredential: [id(30), id(31)],
    quantity: "2",
    pattern: "node-{n}",
    hostname: ["node-1", "odd"],
  };
  const again = draftFromSearch(searchFromDraft(filled, ground.keys), ground);
  expect(again).toEqual({ draft: filled, ignored: [], isUserDataLost: false });
});

test("user data is read from the tab that a link names, and its loss is known", () => {
  const here = draftFromSearch({ data: "kept" }, ground);
  expect([here.draft.userData, here.isUserDataLost]).toEqual(["#!/bin/sh", false]);
  const elsewhere = draftFromSearch({ data: "other" }, ground);
  expect([elsewhere.draft.userData, elsewhere.isUserDataLost]).toEqual(["", true]);
  expect(JSON.stringify(searchFromDraft(here.draft, ground.keys))).not.toContain("sh");
});

test("a bare-metal product is ordered by its own field", () => {
  const draft = draftFromSearch({ product: both.id }, ground).draft;
  const order = CartOrder.parse(toOrderBody(draft, { ...both, variant: "bare_metal" }));
  expect(order).toMatchObject({
    selectedInstanceVariant: "bare_metal",
    bareMetalProduct: both.id,
  });
  expect(order).not.toHaveProperty("virtualProduct");
});

test("another region takes out what it does not have, and says so", () => {
  const draft = {
    ...draftFromSearch({ product: northOnly.id }, ground).draft,
    region: "south",
  };
  const moved = dropIncompatibleChoices(draft, ground.offer);
  expect(moved.draft).toMatchObject({ virtualProduct: "", operatingsystem: current.id });
  expect(moved.dropped).toEqual([
    { field: "virtualProduct", name: "product 11", obstacle: { code: "not_sold" } },
  ]);
});

test("an obstacle is the stock, the region, the disk or the memory", () => {
  expect(productIncompatibility(both, "north", 2)).toBeNull();
  expect(productIncompatibility(both, "north", 3)).toEqual({ code: "few", free: 2 });
  expect(productIncompatibility(both, "south", 20)).toBeNull();
  expect(productIncompatibility(soldOut, "north", 1)).toEqual({ code: "sold_out" });
  expect(imageIncompatibility(southOnly, "north", both)).toEqual({ code: "not_in_region" });
  expect(imageIncompatibility(image(23, { minDiskGb: 41 }), "north", both)).toEqual({
    code: "disk",
    needsGb: 41,
  });
  expect(imageIncompatibility(image(24, { minMemoryMb: 8_193 }), "north", both)).toEqual({
    code: "memory",
    needsMb: 8_193,
  });
});

test("a quantity is a plain whole number from 1 to 20", () => {
  expect(["1", "20", "007"].map(parseQuantity)).toEqual([1, 20, null]);
  for (const text of ["", "0", "21", "1e1", "-1", "2.5", "10 ", "２"])
    expect(parseQuantity(text)).toBeNull();
});

test("names follow the pattern, except those that were typed over", () => {
  const before = { pattern: "gpu-{n}", hostname: ["gpu-1", "mine", "gpu-3"] };
  expect(regenerateHostnames(before, "node", 4)).toEqual(["node-1", "mine", "node-3", "node-4"]);
  expect(regenerateHostnames(before, "gpu-{n}", 1)).toEqual(["gpu-1"]);
});

test("N06: only security keys, on an image that takes none, lock everybody out", () => {
  const old = image(23, { supportsSecurityKeys: false });
  const keys = [
    { id: id(1), type: "sk-ssh-ed25519@openssh.com" },
    { id: id(2), type: "sk-ecdsa-sha2-nistp256@openssh.com" },
    { id: id(3), type: "ssh-ed25519" },
  ];
  expect(isLockedOut(old, [id(1)], keys)).toBe(true);
  expect(isLockedOut(old, [id(1), id(2)], keys)).toBe(true);
  expect(isLockedOut(old, [id(1), id(3)], keys)).toBe(false);
  expect(isLockedOut(old, [], keys)).toBe(false);
  expect(isLockedOut(current, [id(1)], keys)).toBe(false);
  expect(isLockedOut(undefined, [id(1)], keys)).toBe(false);
});

test("an order passes the contract, and an invalid quantity gets its sentence", () => {
  const draft = draftFromSearch({ product: both.id }, ground).draft;
  expect(CartOrder.safeParse(toOrderBody(draft, both)).success).toBe(true);
  const order = toOrderBody({ ...draft, quantity: "1e3" }, both);
  const issues = CartOrder.safeParse(order).error?.issues ?? [];
  const problems = issues.flatMap((issue) => toFieldProblems(issue, order));
  expect(problems.map(([path, { message }]) => [path, message])).toContainEqual([
    "quantity",
    "Enter a whole number from 1 to 20",
  ]);
});

test("an operating system fits bare metal where the region installs it on bare metal", () => {
  const metal = { ...both, variant: "bare_metal" as const };
  const installed = image(23, { regionHandles: [], bareMetalRegionHandles: ["north"] });
  expect(imageIncompatibility(installed, "north", metal)).toBeNull();
  expect(imageIncompatibility(installed, "south", metal)).toEqual({ code: "not_in_region" });
  expect(imageIncompatibility(installed, "north", both)).toEqual({ code: "not_in_region" });
});

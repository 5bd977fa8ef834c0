import { expect, test } from "vitest";
import { CartOrder } from "./orders.ts";
import { toFieldProblems } from "./field-error-messages.ts";

const id = "0197c9a2-1111-7111-8111-aaaaaaaaaaaa";
const errorsOf = (change: object) => {
  const order = {
    region: "lulea",
    virtualProduct: id,
    operatingsystem: id,
    hostname: ["web-1"],
    workspaceCredential: [id],
    priceSnapshotId: id,
    ...change,
  };
  const issues = CartOrder.safeParse(order).error?.issues ?? [];
  return issues
    .flatMap((issue) => toFieldProblems(issue, order))
    .map(([path, { code }]) => [path, code]);
};

test("the hostnames are compared with the quantity, unless it is no number", () => {
  expect(errorsOf({ quantity: 1 })).toEqual([]);
  expect(errorsOf({ quantity: 2 })).toEqual([["hostname", "quantity_mismatch"]]);
  expect(errorsOf({ quantity: 21 })).toEqual([
    ["quantity", "too_big"],
    ["hostname", "quantity_mismatch"],
  ]);
  expect(errorsOf({ quantity: "1" })).toEqual([["quantity", "invalid_type"]]);
  expect(errorsOf({ quantity: 1.5 })).toEqual([["quantity", "invalid_type"]]);
});

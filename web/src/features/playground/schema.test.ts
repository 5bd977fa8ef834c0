import { expect, test } from "vitest";
import { emptyValue, fitsEditor, hasEditor, type Schema } from "./schema.ts";

const rule: Schema = {
  type: "object",
  properties: {
    port: { type: "integer", minimum: 1, maximum: 65_535 },
    protocol: { type: "string", enum: ["tcp", "udp"] },
    sources: { type: "array", items: { type: "string" } },
    open: { type: "boolean" },
  },
  required: ["port", "protocol"],
};
const rules: Schema = { anyOf: [{ type: "array", items: rule }, { type: "null" }] };

test("nested lists and objects can be edited", () => {
  expect(hasEditor(rules)).toBe(true);
  expect(fitsEditor(rules, [{ port: 22, protocol: "tcp", sources: ["10.0.0.0/8"] }])).toBe(true);
  expect(hasEditor({ type: "array", items: {} })).toBe(false);
  expect(hasEditor({})).toBe(false);
});

test.each<[value: unknown]>([
  [null],
  [{ port: 22 }],
  [[{ port: [22] }]],
  [[{ other: 1 }]],
  [[{ sources: [1] }]],
  [["22"]],
])("%j is edited as JSON, because no field could show it", (value) => {
  expect(fitsEditor(rules, value)).toBe(false);
});

test("a new item has what the schema requires, with valid values", () => {
  expect(emptyValue(rule)).toEqual({ port: 1, protocol: "tcp" });
  expect(emptyValue(rules)).toEqual([]);
  expect(emptyValue({ type: "string" })).toBe("");
  expect(emptyValue({ type: "boolean" })).toBe(false);
  expect(emptyValue({ type: "integer", default: 90 })).toBe(90);
});

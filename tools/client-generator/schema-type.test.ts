import { expect, test } from "vitest";
import { z } from "zod";
import { asSchema, renderMembers, type Schema, renderType } from "./schema-type.ts";

const noReference = (name: string) => expect.unreachable(name);
function schemaOf(type: z.ZodType, io: "input" | "output" = "output"): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io });
  return schema;
}
const written = (type: z.ZodType, io?: "input" | "output") =>
  renderType(schemaOf(type, io), noReference);

test.each([
  [z.string(), "string"],
  [z.uuid(), "string"],
  [z.iso.datetime(), "string"],
  [z.int().min(1), "number"],
  [z.number(), "number"],
  [z.boolean(), "boolean"],
  [z.null(), "null"],
  [z.literal("ok"), '"ok"'],
  [z.enum(["a", 'b"']), '"a" | "b\\""'],
  [z.string().nullable(), "string | null"],
  [z.array(z.string().nullable()), "(string | null)[]"],
  [z.array(z.object({ id: z.string() })), "{ id: string }[]"],
  [z.record(z.string(), z.int()), "Record<string, number>"],
  [z.record(z.string(), z.unknown()), "Record<string, unknown>"],
  [z.union([z.string(), z.int()]), "string | number"],
  [z.object({ "with-dash": z.string() }), '{ "with-dash": string }'],
  [z.object({}), "Record<string, never>"],
  [z.unknown(), "unknown"],
])("%# a shape of zod has the type zod gives it", (shape, type) => {
  expect(written(shape)).toBe(type);
});

test("what is optional, or has a default, need not be given, and is there in the answer", () => {
  const shape = z.object({ a: z.string(), b: z.int().optional(), c: z.string().default("x") });
  expect(written(shape, "input")).toBe(
    "{ a: string; b?: number | undefined; c?: string | undefined }",
  );
  expect(renderMembers(schemaOf(shape), noReference)).toEqual([
    "a: string",
    "b?: number | undefined",
    "c: string",
  ]);
});

test("a reference has the name of its component, also inside other types", () => {
  const money = { $ref: "#/components/schemas/Money" };
  const names: string[] = [];
  const total = { anyOf: [money, { type: "null" }] };
  const schema = { type: "object", properties: { total }, required: ["total"] };
  expect(renderType(schema, (name) => names.push(name))).toBe("{ total: Money | null }");
  expect(names).toEqual(["Money"]);
});

test("what has no type stops the generator", () => {
  expect(() => renderType({ type: "object", allOf: [] }, noReference)).toThrow('"allOf"');
  expect(() => renderType({ $dynamicRef: "#x" }, noReference)).toThrow('"$dynamicRef"');
  expect(() => renderType({ type: "date" }, noReference)).toThrow('"date"');
  expect(() => asSchema("string")).toThrow("Not a schema");
});

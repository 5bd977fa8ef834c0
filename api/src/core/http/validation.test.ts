/** Checks the schemas of every endpoint: an empty value is `required`, and no message of zod reaches a response. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contracts/api.ts";
import type { Endpoint } from "#contracts/endpoint.ts";
import { type FieldProblem, isFieldErrorCode } from "#contracts/field-problem.ts";
import { ValidationError } from "../lib/problem-error.ts";
import { validateInput } from "./validation.ts";

/** A field of a body or query, with a way to put a value there. */
interface Field {
  readonly path: string;
  readonly schema: z.core.$ZodType;
  readonly isRequired: boolean;
  readonly withValue: (value: unknown) => unknown;
}

/** Marks a field that is left out. */
const missing = Symbol("missing");

type Place = (value: unknown) => unknown;

/** Every field of `schema` at `path`: of objects, of each branch of a union, of the entries of lists. */
function* fieldsOf(schema: z.core.$ZodType, path: string, place: Place): Generator<Field> {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return yield* fieldsOf(schema.unwrap(), path, place);
  if (schema instanceof z.ZodDefault) return yield* fieldsOf(schema.unwrap(), path, place);
  if (schema instanceof z.ZodPipe) {
    const typed = schema.in instanceof z.ZodTransform ? schema.out : schema.in;
    return yield* fieldsOf(typed, path, place);
  }
  if (schema instanceof z.ZodUnion)
    for (const option of schema.options) yield* fieldsOf(option, path, place);
  if (schema instanceof z.ZodArray) {
    const entry: Field = {
      path: `${path}.0`,
      schema: schema.element,
      isRequired: true,
      withValue: (value) => place([value === missing ? undefined : value]),
    };
    yield entry;
    yield* fieldsOf(schema.element, entry.path, entry.withValue);
  }
  if (!(schema instanceof z.ZodObject)) return;
  // The discriminator of a union has to be right for its branch to be looked at.
  const constants = Object.entries(schema.shape).flatMap(([name, part]) =>
    part instanceof z.ZodLiteral ? [[name, part.value] as const] : [],
  );
  for (const [name, part] of Object.entries(schema.shape)) {
    const inner = path === "" ? name : `${path}.${name}`;
    const withValue = (value: unknown) =>
      place({
        ...Object.fromEntries(constants),
        ...(value === missing ? {} : { [name]: value }),
      });
    const isRequired = !z.safeParse(part, undefined).success;
    if (!(part instanceof z.ZodLiteral)) {
      yield { path: inner, schema: part, isRequired, withValue };
      yield* fieldsOf(part, inner, withValue);
    }
  }
}

/** Problems by field path; empty where everything is accepted. */
function problemsOf(
  endpoint: Endpoint,
  input: { body?: unknown; query?: unknown },
): Readonly<Record<string, readonly FieldProblem[]>> {
  try {
    validateInput(endpoint, { body: input.body ?? {}, query: input.query ?? {} });
    return {};
  } catch (error) {
    if (error instanceof ValidationError) return error.errors;
    throw error;
  }
}

const places = allEndpoints.flatMap((endpoint) =>
  (["body", "query"] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema === undefined
      ? []
      : [...fieldsOf(schema, "", (value) => value)].map((field) => ({
          name: `${endpoint.id} ${part} ${field.path}`,
          endpoint,
          part,
          field,
        }));
  }),
);
const isEnum = (schema: z.core.$ZodType): boolean => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isEnum(schema.unwrap());
  return schema instanceof z.ZodEnum;
};
const required = places.filter(({ field }) => field.isRequired);
const enums = places.filter(({ field }) => isEnum(field.schema));

test("finds the fields of the contracts", () => {
  expect(required.length).toBeGreaterThan(40);
  expect(required.map(({ name }) => name)).toContain("instances.order body hostname.0");
  expect(required.map(({ name }) => name)).toContain("account.update body timezone");
  expect(enums.map(({ name }) => name)).toContain("projects.create body colour");
});

/** An empty file has a problem of its own: `file_type_not_allowed`. */
const emptyFiles: ReadonlySet<string> = new Set(["account.update body image"]);

/** Without this field the body is the other object of a union. */
const choosesBranch: ReadonlySet<string> = new Set([
  "instances.order body lines",
  "adminBilling.reverseAndCreateNew body modifiedRecords.0.new",
]);

describe("a required field", () => {
  test.each(required)("$name is `required` where it is missing, null or empty", (place) => {
    const { endpoint, part, field } = place;
    // Where null is a value of its own, it is not empty.
    const hasNull = z.safeParse(field.schema, null).success;
    const empty = [
      ...(choosesBranch.has(place.name) ? [] : [missing]),
      ...(hasNull ? [] : [null]),
      ...(emptyFiles.has(place.name) ? [] : [""]),
    ];
    for (const value of empty) {
      const problems = problemsOf(endpoint, { [part]: field.withValue(value) });
      expect(problems[field.path]).toEqual([{ code: "required", message: "Field is required" }]);
    }
  });
});

test.each(enums)("$name names no internal word where the value is none of its own", (place) => {
  const { endpoint, part, field } = place;
  const problems = problemsOf(endpoint, { [part]: field.withValue("no such value") });
  expect(problems[field.path]).toEqual([
    { code: "choice", message: "Choose one of the listed values" },
  ]);
});

/** Values that are wrong nearly everywhere, each in another way. */
const oddValues: readonly unknown[] = [
  7,
  -1,
  1.5,
  1e300,
  true,
  [],
  [[]],
  {},
  { odd: 1 },
  " ",
  "x",
  "0",
  "%",
  "\u202e",
  "x".repeat(20_000),
  Array.from({ length: 300 }, () => "x"),
];

test.each(allEndpoints.filter(({ body, query }) => body !== undefined || query !== undefined))(
  "$id answers odd values with codes and sentences of the registry",
  (endpoint) => {
    const fields = places.filter((place) => place.endpoint === endpoint);
    for (const { part, field } of fields)
      for (const value of oddValues) {
        const problems = problemsOf(endpoint, { [part]: field.withValue(value) });
        const own = Object.entries(problems).filter(([path]) => path.startsWith(field.path));
        if (value === "x")
          expect(own.flatMap(([, list]) => list.map(({ code }) => code))).not.toContain("required");
        for (const { code, message } of Object.values(problems).flat()) {
          expect(isFieldErrorCode(code), code).toBe(true);
          // How zod words its own issues.
          expect(message).not.toMatch(/expected|received|invalid (?:input|option|string)|>=|<=/i);
        }
      }
  },
);

test("a field that no schema has is `unknown_field` under its own name", () => {
  const endpoint = allEndpoints.find(({ id }) => id === "projects.create");
  if (endpoint === undefined) throw new Error("projects.create is gone");
  expect(problemsOf(endpoint, { body: { name: "Films", owner: null } })).toEqual({
    owner: [{ code: "unknown_field", message: "Unknown field" }],
  });
});

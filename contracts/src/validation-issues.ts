/**
 * Translates zod issues into codes of field errors: the server's 422 and the console's forms report the same. Zod's
 * own English messages are never shown.
 */
import { z } from "zod";
import type { FieldErrorCode, FieldErrorParams } from "./field-errors.ts";
import {
  createFieldError,
  type FieldProblem,
  isFieldErrorCode,
  parseFieldErrorParams,
  toFieldProblem,
} from "./field-problem.ts";

type Issue = z.core.$ZodIssue;

/** Field paths and problems of a zod issue about `input`. */
export function toFieldProblems(
  issue: Issue,
  input: unknown,
): [path: string, problem: FieldProblem][] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => [
      [...issue.path, key].join("."),
      toFieldProblem(createFieldError("unknown_field")),
    ]);
  const value = valueAt(input, issue.path);
  const isEmpty = value === undefined || value === null || value === "";
  const problem = isEmpty ? toFieldProblem(createFieldError("required")) : issueProblem(issue);
  return [[issue.path.join("."), problem]];
}

/**
 * The value at `path`. A comma-separated text has no entries before it is split; the text itself is returned then.
 */
const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, name) => {
    if (typeof part !== "object" || part === null) return part;
    return Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined;
  }, input);

function issueProblem(issue: Issue): FieldProblem {
  switch (issue.code) {
    case "custom":
      return customProblem(issue.params);
    case "invalid_type":
      return invalidTypeProblem(issue.expected);
    case "invalid_format":
      return invalidFormatProblem(issue.format);
    case "too_small": {
      const unit = toUnit(issue.origin);
      // Only whitespace, or a list without entries: the value is missing.
      if (unit !== "number" && issue.minimum === 1)
        return toFieldProblem(createFieldError("required"));
      return toFieldProblem(
        createFieldError("too_small", { minimum: Number(issue.minimum), unit }),
      );
    }
    case "too_big": {
      const params = { maximum: Number(issue.maximum), unit: toUnit(issue.origin) };
      return toFieldProblem(createFieldError("too_big", params));
    }
    case "invalid_value":
      return toFieldProblem(createFieldError("choice"));
    case "invalid_union":
      // Without a discriminator no branch can state which field is wrong.
      return toFieldProblem(
        createFieldError(issue.discriminator === undefined ? "invalid" : "choice"),
      );
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return toFieldProblem(createFieldError("invalid"));
  }
}

const CustomParams = z.object({ code: z.string(), params: z.unknown() });

/** The field problem that a refinement of a contract carries. */
function customProblem(carried: unknown): FieldProblem {
  const { data } = CustomParams.safeParse(carried);
  const problem =
    data !== undefined && isFieldErrorCode(data.code)
      ? carriedProblem(data.code, data.params)
      : null;
  return problem ?? toFieldProblem(createFieldError("invalid"));
}

function carriedProblem<C extends FieldErrorCode>(code: C, given: unknown): FieldProblem | null {
  const params = parseFieldErrorParams(code, given);
  return params === null ? null : toFieldProblem({ code, params });
}

const expectedTypes: Readonly<
  Partial<Record<string, FieldErrorParams["invalid_type"]["expected"]>>
> = {
  string: "string",
  number: "number",
  int: "integer",
  boolean: "boolean",
  array: "array",
  object: "object",
  record: "object",
};

function invalidTypeProblem(expected: string): FieldProblem {
  const type = expectedTypes[expected];
  return toFieldProblem(
    type === undefined
      ? createFieldError("invalid")
      : createFieldError("invalid_type", { expected: type }),
  );
}

const formats: Readonly<Partial<Record<string, FieldErrorParams["invalid_format"]["format"]>>> = {
  uuid: "id",
  guid: "id",
  date: "date",
  datetime: "timestamp",
};

function invalidFormatProblem(format: string): FieldProblem {
  const known = formats[format];
  return toFieldProblem(
    known === undefined
      ? createFieldError("invalid")
      : createFieldError("invalid_format", { format: known }),
  );
}

const toUnit = (origin: string): FieldErrorParams["too_big"]["unit"] =>
  origin === "string"
    ? "characters"
    : origin === "array" || origin === "set"
      ? "entries"
      : "number";

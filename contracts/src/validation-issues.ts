/**
 * Translates zod issues into codes of field errors: the server's 422 and the console's forms report the same. Zod's
 * own English messages are never shown.
 */
import { z } from "zod";
import type { FieldErrorCode, FieldErrorParams } from "./field-errors.ts";
import {
  createFieldError,
  type FieldError,
  isFieldErrorCode,
  parseFieldErrorParams,
} from "./field-problem.ts";

type Issue = z.core.$ZodIssue;

/** Field paths and errors of a zod issue about `input`. */
export function toFieldErrors(issue: Issue, input: unknown): [path: string, error: FieldError][] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => [
      [...issue.path, key].join("."),
      createFieldError("unknown_field"),
    ]);
  const meant = intendedBranch(issue);
  if (meant !== null)
    return meant.flatMap((nested) =>
      toFieldErrors({ ...nested, path: [...issue.path, ...nested.path] }, input),
    );
  const value = valueAt(input, issue.path);
  const isEmpty = value === undefined || value === null || value === "";
  const error = isEmpty ? createFieldError("required") : issueError(issue);
  return [[issue.path.join("."), error]];
}

/**
 * The issues of the object that the input is closest to, of a union of objects: the one with the fewest unknown fields,
 * and of several the first. Null for any other issue.
 */
function intendedBranch(issue: Issue): readonly Issue[] | null {
  if (issue.code !== "invalid_union" || issue.discriminator !== undefined) return null;
  const isNoObject = (one: Issue) => one.code === "invalid_type" && one.path.length === 0;
  const branches = issue.errors.filter((issues) => !issues.some(isNoObject));
  const unknownFields = (issues: readonly Issue[]) =>
    issues.flatMap((one) =>
      one.code === "unrecognized_keys" && one.path.length === 0 ? one.keys : [],
    ).length;
  const fewest = Math.min(...branches.map(unknownFields));
  return branches.find((issues) => unknownFields(issues) === fewest) ?? null;
}

/**
 * The value at `path`. A comma-separated text has no entries before it is split; the text itself is returned then.
 */
const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((part, name) => {
    if (typeof part !== "object" || part === null) return part;
    return Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined;
  }, input);

function issueError(issue: Issue): FieldError {
  switch (issue.code) {
    case "custom":
      return customError(issue.params);
    case "invalid_type":
      return invalidTypeError(issue.expected);
    case "invalid_format":
      return invalidFormatError(issue.format);
    case "too_small": {
      const unit = toUnit(issue.origin);
      // Only whitespace, or a list without entries: the value is missing.
      if (unit !== "number" && issue.minimum === 1) return createFieldError("required");
      return createFieldError("too_small", { minimum: Number(issue.minimum), unit });
    }
    case "too_big": {
      const params = { maximum: Number(issue.maximum), unit: toUnit(issue.origin) };
      return createFieldError("too_big", params);
    }
    case "invalid_value":
      return createFieldError("choice");
    case "invalid_union":
      // Not a union of objects, so no branch states which field is wrong.
      return createFieldError(issue.discriminator === undefined ? "invalid" : "choice");
    case "not_multiple_of":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
      return createFieldError("invalid");
  }
}

const CustomParams = z.object({ code: z.string(), params: z.unknown() });

/** The field error that a refinement of a contract carries. */
function customError(carried: unknown): FieldError {
  const { data } = CustomParams.safeParse(carried);
  const error =
    data !== undefined && isFieldErrorCode(data.code) ? carriedError(data.code, data.params) : null;
  return error ?? createFieldError("invalid");
}

function carriedError<C extends FieldErrorCode>(code: C, given: unknown): FieldError<C> | null {
  const params = parseFieldErrorParams(code, given);
  return params === null ? null : { code, params };
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

function invalidTypeError(expected: string): FieldError {
  const type = expectedTypes[expected];
  return type === undefined
    ? createFieldError("invalid")
    : createFieldError("invalid_type", { expected: type });
}

const formats: Readonly<Partial<Record<string, FieldErrorParams["invalid_format"]["format"]>>> = {
  uuid: "id",
  guid: "id",
  date: "date",
  datetime: "timestamp",
};

function invalidFormatError(format: string): FieldError {
  const known = formats[format];
  return known === undefined
    ? createFieldError("invalid")
    : createFieldError("invalid_format", { format: known });
}

const toUnit = (origin: string): FieldErrorParams["too_big"]["unit"] =>
  origin === "string"
    ? "characters"
    : origin === "array" || origin === "set"
      ? "entries"
      : "number";

/** Validates body and query against the contract's schemas; violations become a 422 by field path. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Endpoint, FieldProblem } from "#contracts/endpoint.ts";
import { ValidationError, fieldError } from "../lib/problem-error.ts";

/** Upper bound for the number of fields in a validation error. */
const maxReportedFields = 100;

export function validateInput(
  endpoint: Endpoint,
  request: FastifyRequest,
): { body: unknown; query: unknown } {
  return {
    body: endpoint.body === undefined ? undefined : validate(endpoint.body, request.body ?? {}),
    query: validate(endpoint.query, request.query),
  };
}

function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) {
    assertStorableText(result.data, []);
    return result.data;
  }
  // A map, because a field may be named `constructor`.
  const errors = new Map<string, FieldProblem[]>();
  for (const issue of result.error.issues) {
    for (const [path, problem] of toFieldProblems(issue)) {
      if (errors.size === maxReportedFields && !errors.has(path)) break;
      errors.set(path, [...(errors.get(path) ?? []), problem]);
    }
  }
  throw new ValidationError(Object.fromEntries(errors));
}

/** PostgreSQL text can contain neither NUL nor unpaired surrogates; rejects them anywhere in a body or query. */
function assertStorableText(value: unknown, path: string[]): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed())
      throw fieldError(path.join("."), "format", "Contains invalid characters");
    return;
  }
  if (typeof value !== "object" || value === null) return;
  // All values share one path array; a copy for each would cost depth times width.
  for (const [key, inner] of Object.entries(value)) {
    path.push(key);
    assertStorableText(inner, path);
    path.pop();
  }
}

/** One field path and problem per violation; an unknown key is reported under its own name. */
function toFieldProblems(issue: z.core.$ZodIssue): [path: string, problem: FieldProblem][] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [
      [...issue.path, key].join("."),
      { code: "unknown_field", message: "Unknown field" },
    ]);
  }
  const path = issue.path.join(".");
  return [[path, { code: fieldProblemCode(issue, path), message: issue.message }]];
}

function fieldProblemCode(issue: z.core.$ZodIssue, path: string): string {
  if (issue.code === "custom" && typeof issue.params?.["code"] === "string")
    return issue.params["code"];
  if (issue.code === "invalid_type" && issue.message.includes("undefined")) return "required";
  if (
    issue.code === "too_small" &&
    issue.minimum === 1 &&
    (issue.origin === "string" || issue.origin === "array")
  )
    return "required";
  if (path === "email") return "email";
  return issue.code;
}

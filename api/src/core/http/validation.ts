/** Validates body and query against the contract's schemas; violations become a 422 by field path. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Endpoint } from "#contracts/endpoint.ts";
import { ValidationError, fieldError } from "../lib/problem-error.ts";
import type { FieldProblem } from "#contracts/field-problem.ts";
import { toFieldProblems } from "#contracts/field-error-messages.ts";

/** Upper bound for the number of fields in a validation error. */
const maxReportedFields = 100;

/** Throws a `ValidationError` that names each invalid field of body or query. */
export function validateInput(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, "body" | "query">,
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
    for (const [path, problem] of toFieldProblems(issue, value)) {
      const earlier = errors.get(path);
      if (earlier === undefined && errors.size === maxReportedFields) break;
      // An empty value fails several rules, and `required` says all there is to say.
      if (earlier?.some(({ code }) => code === problem.code && code === "required")) continue;
      errors.set(path, [...(earlier ?? []), problem]);
    }
  }
  throw new ValidationError(Object.fromEntries(errors));
}

/** PostgreSQL text can contain neither NUL nor unpaired surrogates; rejects them anywhere in a body or query. */
function assertStorableText(value: unknown, path: string[]): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed())
      throw fieldError(path.join("."), "format", { rule: "invalid_characters" });
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

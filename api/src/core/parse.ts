/** Body and query against the contract's schemas; what does not fit is a 422 by field path. */
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, FieldProblem } from "#contracts/kit.ts";
import { InvalidFields } from "./errors.ts";

export function parseInput(call: Call, request: FastifyRequest): { body: unknown; query: unknown } {
  return {
    body: call.body === undefined ? undefined : parse(call.body, request.body ?? {}),
    query: parse(call.query, request.query),
  };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const errors: Record<string, FieldProblem[]> = {};
  for (const issue of read.error.issues) {
    for (const [path, problem] of problemsOf(issue)) (errors[path] ??= []).push(problem);
  }
  throw new InvalidFields(errors);
}

/** One field path and problem per thing wrong; an unknown key is told under its own name. */
function problemsOf(issue: z.core.$ZodIssue): [path: string, problem: FieldProblem][] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => [[...issue.path, key].join("."), { code: "unknown_field", message: "This field is not known" }]);
  }
  const path = issue.path.join(".");
  return [[path, { code: codeOf(issue, path), message: issue.message }]];
}

function codeOf(issue: z.core.$ZodIssue, path: string): string {
  if (issue.code === "custom" && typeof issue.params?.["code"] === "string") return issue.params["code"];
  if (issue.code === "invalid_type" && issue.message.includes("undefined")) return "required";
  if (issue.code === "too_small" && issue.minimum === 1 && (issue.origin === "string" || issue.origin === "array")) return "required";
  if (path === "email") return "email";
  return issue.code;
}

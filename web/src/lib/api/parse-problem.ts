/** Reads the problem of a response. It is loaded with the first problem, because it needs zod and the messages of reasons. */
import { Problem } from "#contracts/endpoint.ts";
import { FieldProblems } from "#contracts/field-problem.ts";
import { wordProblem } from "../i18n/problem-words.ts";
import { defaultRetryAfterSeconds, ProblemError, unreadableProblem } from "./problem-error.ts";

/** A body that is no problem, such as a proxy's page, gets a generic message and is never shown. */
export function parseProblem(status: number, body: unknown, headers: Headers): ProblemError {
  const retryAfter = Number.parseInt(headers.get("retry-after") ?? "", 10);
  const retryAfterSeconds =
    status === 429
      ? Number.isFinite(retryAfter)
        ? Math.max(1, retryAfter)
        : defaultRetryAfterSeconds
      : undefined;
  const fields = FieldProblems.safeParse(body);
  if (fields.success) {
    return new ProblemError({
      status,
      code: "validation_failed",
      message: "Some fields have invalid values",
      requestId: fields.data.requestId,
      fields: fields.data.errors,
      retryAfterSeconds,
      wording: (i18n) => wordProblem(i18n, "validation_failed"),
    });
  }
  const problem = Problem.safeParse(body);
  if (problem.success) {
    const { code, message, requestId, permission, seconds, reason, params } = problem.data;
    return new ProblemError({
      status,
      code,
      message,
      requestId,
      permission,
      retryAfterSeconds: retryAfterSeconds ?? seconds,
      reason,
      params,
      wording: (i18n) => wordProblem(i18n, code, reason, params),
    });
  }
  return unreadableProblem(status, headers, retryAfterSeconds);
}

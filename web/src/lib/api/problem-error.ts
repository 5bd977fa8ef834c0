import { Problem } from "#contracts/endpoint.ts";
import type { ErrorParams } from "#contracts/error-params.ts";
import {
  type FieldProblems,
  FieldProblems as FieldProblemsShape,
} from "#contracts/field-problem.ts";

interface ProblemErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId: string | null;
  readonly fields?: FieldProblems["errors"] | undefined;
  readonly permission?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly reason?: string | undefined;
  readonly params?: ErrorParams | undefined;
}

/** A problem the server answers with, or no answer at all (`status` 0, code `unreachable`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** On 422: per field path what is wrong, first thing first. */
  readonly fields: FieldProblems["errors"] | null;
  /** On 403: the permission that is missing. */
  readonly permission: string | null;
  /** On 429. */
  readonly retryAfterSeconds: number | null;
  /** Why, where the code alone does not say it. */
  readonly reason: string | null;
  /** The values the sentence of the reason names. */
  readonly params: ErrorParams;

  constructor(init: ProblemErrorInit) {
    super(init.message);
    this.status = init.status;
    this.code = init.code;
    this.requestId = init.requestId;
    this.fields = init.fields ?? null;
    this.permission = init.permission ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds ?? null;
    this.reason = init.reason ?? null;
    this.params = init.params ?? {};
  }
}

/** Seconds to wait where a 429 does not say. */
export const defaultRetryAfterSeconds = 30;

export const networkError = (): ProblemError =>
  new ProblemError({
    status: 0,
    code: "unreachable",
    message: "No answer from the server",
    requestId: null,
  });

/** Who was asked to confirm that it is them chose not to: nothing was done, and nothing is wrong. */
export const reauthenticationCancelled = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: "not_confirmed",
    message: "It was not confirmed that it is you",
    requestId: null,
  });

/** Nothing to complain about: the person changed their mind. */
export const isReauthenticationCancelled = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "not_confirmed";

/** Reads a refusal; whatever a proxy in between answered becomes a plain sentence, never raw text. */
export function parseProblem(status: number, body: unknown, headers: Headers): ProblemError {
  const retryAfter = Number.parseInt(headers.get("retry-after") ?? "", 10);
  const retryAfterSeconds =
    status === 429
      ? Number.isFinite(retryAfter)
        ? Math.max(1, retryAfter)
        : defaultRetryAfterSeconds
      : undefined;
  const fields = FieldProblemsShape.safeParse(body);
  if (fields.success) {
    return new ProblemError({
      status,
      code: "validation_failed",
      message: "Some fields have invalid values",
      requestId: fields.data.requestId,
      fields: fields.data.errors,
      retryAfterSeconds,
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
    });
  }
  return new ProblemError({
    status,
    code: "unreadable",
    message: `Unexpected response from the server (${status})`,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds,
  });
}

/** The request id to show beside an error that only support can explain; null for other errors. */
export const idForSupport = (error: unknown): string | null =>
  error instanceof ProblemError && error.status >= 500 ? error.requestId : null;

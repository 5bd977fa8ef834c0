import type { I18n } from "@lingui/core";
import type { ErrorParams } from "#contracts/error-params.ts";
import type { FieldProblems } from "#contracts/field-problem.ts";

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
  /** Words the reason or the code; null for unknown ones. */
  readonly wording?: (i18n: I18n) => string | null;
}

/** A problem response of the server, or a failed request (`status` 0, code `unreachable`). */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  /** On 422: the validation errors per field path, the most important first. */
  readonly fields: FieldProblems["errors"] | null;
  /** On 403: the missing permission. */
  readonly permission: string | null;
  /** On 429: seconds to wait. */
  readonly retryAfterSeconds: number | null;
  /** Code of the reason, where the problem code alone is not specific. */
  readonly reason: string | null;
  /** Parameters of the reason's message. */
  readonly params: ErrorParams;
  /** The message. It comes with the error, so that the messages of all problems are loaded with the first one. */
  readonly wording: (i18n: I18n) => string | null;

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
    this.wording = init.wording ?? (() => null);
  }
}

/** Seconds to wait when a 429 has no `Retry-After`. */
export const defaultRetryAfterSeconds = 30;

export const networkError = (): ProblemError =>
  new ProblemError({
    status: 0,
    code: "unreachable",
    message: "No response from the server",
    requestId: null,
  });

/** The problem of a request whose reauthentication the user cancelled. Nothing was done, and no error is shown. */
export const reauthenticationCancelled = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: "not_confirmed",
    message: "It was not confirmed that it is you",
    requestId: null,
  });

/** Whether the user cancelled the reauthentication; such an error is not shown. */
export const isReauthenticationCancelled = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "not_confirmed";

/** A response that could not be read as a problem, such as a proxy's page, which is never shown. */
export const unreadableProblem = (
  status: number,
  headers: Headers,
  retryAfterSeconds?: number,
): ProblemError =>
  new ProblemError({
    status,
    code: "unreadable",
    message: `Unexpected response from the server (${status})`,
    requestId: headers.get("x-request-id"),
    retryAfterSeconds,
  });

/** The request id to show beside an error that only support can explain; null for other errors. */
export const idForSupport = (error: unknown): string | null =>
  error instanceof ProblemError && error.status >= 500 ? error.requestId : null;

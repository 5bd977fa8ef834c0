/** Typed errors from the problem catalog; core/http/error-handler.ts is the only place that renders them. */
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import type { FieldProblem } from "#contracts/endpoint.ts";

/** Target and changes of a denial that is audited even if the caller is not authenticated. */
export interface AuditedDenial {
  readonly target?: { type: string; id: string; name: string };
  readonly changes: { field: string; from: unknown; to: unknown }[];
}

export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: { permission?: string; seconds?: number; record?: AuditedDenial };
  /** Commits what the handler wrote before it threw, such as a revoked session or a recorded attempt. */
  readonly commitsTransaction: boolean;

  constructor(
    code: ProblemCode,
    details: {
      message?: string;
      permission?: string;
      seconds?: number;
      commitsTransaction?: boolean;
      record?: AuditedDenial;
    } = {},
  ) {
    const [status, message] = problemCatalogue[code];
    super(details.message ?? message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.commitsTransaction = details.commitsTransaction ?? false;
  }
}

/** A 422 response: the validation errors by field path. */
export class ValidationError extends Error {
  readonly errors: Readonly<Record<string, readonly FieldProblem[]>>;

  constructor(errors: Readonly<Record<string, readonly FieldProblem[]>>) {
    super("Some fields have invalid values");
    this.errors = errors;
  }
}

/**
 * Rejects one field: `fieldError("hostname.0", "taken", "This name is in use")`. `existing` names the conflicting
 * object; pass it only if the caller may see that object.
 */
export const fieldError = (
  path: string,
  code: string,
  message: string,
  existing?: FieldProblem["existing"],
): ValidationError =>
  new ValidationError({
    [path]: [{ code, message, ...(existing === undefined ? {} : { existing }) }],
  });

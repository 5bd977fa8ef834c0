/** A refusal is a typed error from the one catalogue; core/mount.ts is the one place that renders it. */
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";
import type { FieldProblem } from "#contracts/endpoint.ts";

/** Of what is refused, and is on record although whoever asks may not be known. */
export interface AuditedDenial {
  readonly target?: { type: string; id: string; name: string };
  readonly changes: { field: string; from: unknown; to: unknown }[];
}

export class ProblemError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: { permission?: string; seconds?: number; record?: AuditedDenial };
  /** What the handler wrote before it refused is kept: a session revoked, an attempt on record. */
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

/** A 422: per field path, what is wrong with it. */
export class ValidationError extends Error {
  readonly errors: Readonly<Record<string, readonly FieldProblem[]>>;

  constructor(errors: Readonly<Record<string, readonly FieldProblem[]>>) {
    super("Some fields have invalid values");
    this.errors = errors;
  }
}

/**
 * Refuses one field: `refuseField("hostname.0", "taken", "This name is in use")`. `existing` is the object
 * that is in the way; only one that the caller may see.
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

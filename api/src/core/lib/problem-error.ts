/** Typed errors from the problem catalog; core/http/error-handler.ts is the only place that renders them. */
import type { ParamsArgument } from "#contracts/error-params.ts";
import { toFieldProblem } from "#contracts/field-error-messages.ts";
import type { FieldErrorCode, FieldErrorParams } from "#contracts/field-errors.ts";
import { createFieldError, type FieldProblem } from "#contracts/field-problem.ts";
import type { UnavailableReason } from "#contracts/endpoint.ts";
import { createReason, type ReasonCode, type ReasonParams } from "#contracts/problem-reasons.ts";
import { type ProblemCode, problemCatalogue } from "#contracts/problems.ts";

/** Target and changes of a denial that is audited even if the caller is not authenticated. */
export interface AuditedDenial {
  readonly target?: { type: string; id: string; name: string };
  readonly changes: { field: string; from: unknown; to: unknown }[];
}

interface ProblemDetails {
  /** Its sentence takes the place of the one in the catalog. */
  readonly reason?: UnavailableReason;
  readonly permission?: string;
  readonly seconds?: number;
  readonly commitsTransaction?: boolean;
  readonly record?: AuditedDenial;
}

/** `action_not_possible` has no meaning without a reason, so it requires one. */
type DetailsArgument<C extends ProblemCode> = C extends "action_not_possible"
  ? [details: ProblemDetails & { readonly reason: UnavailableReason }]
  : [details?: ProblemDetails];

export class ProblemError<C extends ProblemCode = ProblemCode> extends Error {
  readonly code: C;
  readonly status: number;
  readonly details: ProblemDetails;
  /** Commits what the handler wrote before it threw, such as a revoked session or a recorded attempt. */
  readonly commitsTransaction: boolean;

  constructor(code: C, ...[details = {}]: DetailsArgument<C>) {
    const [status, message] = problemCatalogue[code];
    super(details.reason?.message ?? message);
    this.code = code;
    this.status = status;
    this.details = details;
    this.commitsTransaction = details.commitsTransaction ?? false;
  }
}

/** A 409 with its reason: `actionNotPossible("project_not_empty", { instances: 3 })`. */
export const actionNotPossible = <C extends ReasonCode>(
  code: C,
  ...params: ParamsArgument<ReasonParams[C]>
): ProblemError =>
  new ProblemError("action_not_possible", { reason: createReason(code, ...params) });

/** A 422 response: the validation errors by field path. */
export class ValidationError extends Error {
  readonly errors: Readonly<Record<string, readonly FieldProblem[]>>;

  constructor(errors: Readonly<Record<string, readonly FieldProblem[]>>) {
    super(problemCatalogue.validation_failed[1]);
    this.errors = errors;
  }
}

/** Rejects one field: `fieldError("quantity", "out_of_stock", { left: 2 })`. */
export const fieldError = <C extends FieldErrorCode>(
  path: string,
  code: C,
  ...params: ParamsArgument<FieldErrorParams[C]>
): ValidationError =>
  new ValidationError({ [path]: [toFieldProblem(createFieldError(code, ...params))] });

/** As `fieldError`, with the conflicting object; pass it only if the caller may see that object. */
export const conflictError = <C extends "taken" | "already_added">(
  path: string,
  code: C,
  existing: NonNullable<FieldProblem["existing"]>,
  ...params: ParamsArgument<FieldErrorParams[C]>
): ValidationError =>
  new ValidationError({ [path]: [toFieldProblem(createFieldError(code, ...params), existing)] });

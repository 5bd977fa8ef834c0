/** Creates field errors, carries them through zod refinements, and defines their form in a response. */
import { z } from "zod";
import { ErrorParams, type ParamsArgument } from "./error-params.ts";
import { type FieldErrorCode, type FieldErrorParams, fieldErrorShapes } from "./field-errors.ts";

export type FieldError<C extends FieldErrorCode = FieldErrorCode> = {
  [K in C]: { readonly code: K; readonly params: FieldErrorParams[K] };
}[C];

export const FieldProblem = z.object({
  /** Stable code for programs. */
  code: z.string(),
  /** English message, built from code and parameters. */
  message: z.string(),
  /** Parameters of the message; absent when it has none. */
  params: ErrorParams.optional(),
  /** With `already_added` and `taken`: the existing object, if the caller may see it. */
  existing: z.object({ id: z.uuid(), name: z.string() }).optional(),
});
export type FieldProblem = z.infer<typeof FieldProblem>;
/** Body of a 422: the errors per field path, most important first. */
export const FieldProblems = z.object({
  errors: z.record(z.string(), z.array(FieldProblem)),
  requestId: z.string(),
});
export type FieldProblems = z.infer<typeof FieldProblems>;

export const isFieldErrorCode = (code: string): code is FieldErrorCode =>
  Object.hasOwn(fieldErrorShapes, code);

export function createFieldError<C extends FieldErrorCode>(
  code: C,
  ...[params]: ParamsArgument<FieldErrorParams[C]>
): FieldError<C> {
  return { code, params: fieldErrorShapes[code].parse(params ?? {}) };
}

/** Parses parameters of `code` from JSON; null when they do not match the code. */
export const parseFieldErrorParams = <C extends FieldErrorCode>(
  code: C,
  given: unknown,
): FieldErrorParams[C] | null => fieldErrorShapes[code].safeParse(given ?? {}).data ?? null;

/** Options of a zod refinement that fails with this code. */
export const failsWith = <C extends FieldErrorCode>(
  code: C,
  ...params: ParamsArgument<FieldErrorParams[C]>
) => ({ params: { ...createFieldError(code, ...params) } });

/** An issue for `superRefine` and `check`; `path` is relative to the value. */
export const fieldIssue = <C extends FieldErrorCode>(
  error: FieldError<C>,
  path: (string | number)[] = [],
) => ({ code: "custom" as const, path, params: { ...error } });

/** An integer from `minimum` to `maximum`, both included. Every error states both limits. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .custom<number>()
    .superRefine((value: unknown, context) => {
      const error = wholeNumberError(value, { minimum, maximum });
      // Like zod's own type errors, it ends the validation of the object: refinements need the number.
      if (error !== null)
        context.addIssue({ ...fieldIssue(error), continue: error.code !== "invalid_type" });
    })
    .meta({ type: "integer", minimum, maximum });

function wholeNumberError(
  value: unknown,
  ends: { minimum: number; maximum: number },
): FieldError | null {
  if (typeof value !== "number" || !Number.isInteger(value))
    return createFieldError("invalid_type", { expected: "integer", ...ends });
  if (value < ends.minimum) return createFieldError("too_small", { unit: "number", ...ends });
  return value > ends.maximum ? createFieldError("too_big", { unit: "number", ...ends }) : null;
}

/** The same for a query parameter, where numbers arrive as text of up to `digits` digits. */
export const wholeNumberText = (minimum: number, maximum: number, digits = 6) => {
  const pattern = new RegExp(`^\\d{1,${digits}}$`);
  return z
    .string()
    .superRefine((text, context) => {
      const ends = { minimum, maximum };
      const error = pattern.test(text)
        ? wholeNumberError(Number(text), ends)
        : createFieldError("invalid_format", { format: "integer", ...ends });
      if (error !== null) context.addIssue(fieldIssue(error));
    })
    .meta({ pattern: pattern.source, "x-range": { minimum, maximum } })
    .transform(Number);
};

/** A field error as it is made, as zod carries it through a refinement, and as it stands in an answer. */
import { z } from "zod";
import { ErrorParams, jsonParams, type ParamsArgument } from "./error-params.ts";
import {
  type FieldErrorCode,
  fieldErrorMessages,
  type FieldErrorParams,
  fieldErrorShapes,
} from "./field-errors.ts";

export type FieldError<C extends FieldErrorCode = FieldErrorCode> = {
  [K in C]: { readonly code: K; readonly params: FieldErrorParams[K] };
}[C];

export const FieldProblem = z.object({
  /** Stable, for programs. */
  code: z.string(),
  /** Made from code and parameters, in English, for people. */
  message: z.string(),
  /** The values the message names; absent where it names none. */
  params: ErrorParams.optional(),
  /** With `already_added` and `taken`: the object that is in the way, where the caller may see it. */
  existing: z.object({ id: z.uuid(), name: z.string() }).optional(),
});
export type FieldProblem = z.infer<typeof FieldProblem>;
/** Answer of a 422: per field path, what is wrong with it, first thing first. */
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

/** Parameters of `code` as they came in JSON; null where they are not those of this code. */
export const parseFieldErrorParams = <C extends FieldErrorCode>(
  code: C,
  given: unknown,
): FieldErrorParams[C] | null => fieldErrorShapes[code].safeParse(given ?? {}).data ?? null;

export function toFieldProblem<C extends FieldErrorCode>(
  error: FieldError<C>,
  existing?: FieldProblem["existing"],
): FieldProblem {
  const params = jsonParams(error.params);
  return {
    code: error.code,
    message: fieldErrorMessages[error.code](error.params),
    ...(params === undefined ? {} : { params }),
    ...(existing === undefined ? {} : { existing }),
  };
}

/** The options of a refinement: what is wrong with a value that fails it. */
export const failsWith = <C extends FieldErrorCode>(
  code: C,
  ...params: ParamsArgument<FieldErrorParams[C]>
) => ({ params: { ...createFieldError(code, ...params) } });

/** An issue for `superRefine` and `check`; `path` within the value. */
export const fieldIssue = <C extends FieldErrorCode>(
  error: FieldError<C>,
  path: (string | number)[] = [],
) => ({ code: "custom" as const, path, params: { ...error } });

/**
 * A whole number from `minimum` to `maximum`, both included. Every error names both ends.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .custom<number>()
    .superRefine((value: unknown, context) => {
      const error = wholeNumberError(value, { minimum, maximum });
      if (error !== null) context.addIssue(fieldIssue(error));
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

/** The same in a query, where numbers arrive as text of up to `digits` digits. */
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
    .meta({ pattern: pattern.source })
    .transform(Number);
};

/** Validates the body of a request with the endpoint's schema. Loaded when a form is shown, with zod. */
import type { I18n } from "@lingui/core";
import type { z } from "zod";
import { toFieldErrors } from "#contracts/validation-issues.ts";
import { fieldErrorMessage } from "../i18n/field-error-messages.ts";
import { limitOf } from "../i18n/text-limit.ts";

export interface BodyValidation {
  /** The message of the first error of each field path; empty for a valid body. */
  readonly errorsOf: (body: unknown, i18n: I18n) => Readonly<Record<string, string>>;
  /** Maximum length of a text field. */
  readonly limitOf: (path: string) => number | undefined;
}

export const validationOf = (schema: z.ZodType): BodyValidation => ({
  errorsOf: (body, i18n) => {
    const found: Record<string, string> = {};
    for (const issue of schema.safeParse(body).error?.issues ?? [])
      for (const [path, error] of toFieldErrors(issue, body))
        found[path] ??= fieldErrorMessage(i18n, error);
    return found;
  },
  limitOf: (path) => limitOf(schema, path),
});

import { useLingui } from "@lingui/react/macro";
import type { FieldValidationError } from "./fields.ts";

/** Messages for input that is invalid before it is sent. */
export function useValidationMessages(): (error: FieldValidationError) => string {
  const { t } = useLingui();
  return (error) => {
    if (error.kind === "json") return t`Not valid JSON: ${error.detail}`;
    return {
      required: t`Field is required`,
      number: t`Enter a number`,
      dots: t`A value can't consist of dots only`,
      choice: t`Not one of the allowed values`,
    }[error.kind];
  };
}

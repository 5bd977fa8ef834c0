import { useLingui } from "@lingui/react/macro";
import type { FieldValidationError } from "./fields.ts";

/** Messages for input that is invalid before it is sent. */
export function useValidationMessages(): (error: FieldValidationError) => string {
  const { t } = useLingui();
  const rangeMessage = ({ minimum: from, maximum: to }: { minimum: number; maximum: number }) => {
    if (to === Infinity) return t`Enter a number of at least ${from}`;
    if (from === -Infinity) return t`Enter a number of at most ${to}`;
    return t`Enter a number from ${from} to ${to}`;
  };
  return (error) => {
    if (error.kind === "json") return t`Not valid JSON: ${error.detail}`;
    if (error.kind === "range") return rangeMessage(error);
    return {
      required: t`Field is required`,
      number: t`Enter a number`,
      whole: t`Enter a whole number`,
      uuid: t`Enter an ID`,
      dots: t`A value can't consist of dots only`,
      choice: t`Not one of the allowed values`,
    }[error.kind];
  };
}

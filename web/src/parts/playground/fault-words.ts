import { useLingui } from "@lingui/react/macro";
import type { Fault } from "./fields.ts";

/** What is wrong with what was typed, before it is sent. */
export function useFaultWords(): (fault: Fault) => string {
  const { t } = useLingui();
  return (fault) => {
    if (fault.kind === "json") return t`Not valid JSON: ${fault.detail}`;
    return {
      required: t`Field is required`,
      number: t`Enter a number`,
      dots: t`A value can't consist of dots only`,
      choice: t`Not one of the allowed values`,
    }[fault.kind];
  };
}

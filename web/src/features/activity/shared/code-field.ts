import type { MessageDescriptor } from "@lingui/core";
import type { ChangedField } from "./feature-activity.ts";

/** A changed field whose values are codes with a label. */
export const codeField = (
  label: MessageDescriptor,
  codes: Readonly<Record<string, MessageDescriptor>>,
): ChangedField => ({
  label,
  value: (value, { i18n }) => {
    const known = typeof value === "string" ? codes[value] : undefined;
    return known === undefined ? null : i18n._(known);
  },
});

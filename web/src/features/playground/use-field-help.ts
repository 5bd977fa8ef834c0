import { useLingui } from "@lingui/react/macro";
import type { Field } from "./fields.ts";
import { hasEditor, numberBounds } from "./schema.ts";

/** Describes the allowed values of a field by the OpenAPI document. */
export function useFieldHelp({ kind, type, schema, lookup }: Field): string {
  const { t } = useLingui();
  const { items, default: usual, maxLength, format } = schema;
  const { minimum, maximum } = numberBounds(schema) ?? {};
  const isRaw = kind === "json" && !hasEditor(schema);
  const facts = [
    isRaw && (type.startsWith("array") ? t`As JSON, such as ["a", "b"]` : t`As JSON`),
    isRaw && items?.enum !== undefined && t`Allowed values: ${items.enum.join(", ")}`,
    format === "uuid" && lookup === null && t`UUID`,
    format === "date-time" && t`Timestamp, such as 2026-11-27T14:20:00Z`,
    format === "date" && t`Date, such as 2026-11-27`,
    minimum !== undefined && maximum !== undefined && t`From ${minimum} to ${maximum}`,
    maxLength !== undefined &&
      kind === "text" &&
      lookup === null &&
      t`Up to ${maxLength} characters`,
    usual !== undefined && JSON.stringify(usual) !== "[]" && t`Default: ${JSON.stringify(usual)}`,
  ];
  return facts.filter((fact) => fact !== false).join(". ");
}

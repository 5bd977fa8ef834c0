import { useLingui } from "@lingui/react/macro";
import { Field as FieldFrame, Select, Textarea, TextInput } from "../../ui/field.tsx";
import type { Draft, Field } from "./fields.ts";
import styles from "./playground.module.css";

interface FieldListProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly errorOf: (key: string) => string | undefined;
  readonly onChange: (key: string, text: string) => void;
}

/** The fields of an endpoint, grouped by path, query and body. */
export function FieldList({ fields, draft, errorOf, onChange }: FieldListProps) {
  const { t } = useLingui();
  const titles = { path: t`Path`, query: t`Query`, body: t`Body` };
  const places = [...new Set(fields.map(({ place }) => place))];
  return places.map((place) => (
    <fieldset key={place} className={styles["fieldLocation"]}>
      <legend>{titles[place]}</legend>
      <div className={styles["fields"]}>
        {fields
          .filter((field) => field.place === place)
          .map((field) => (
            <FieldRow
              key={field.key}
              field={field}
              text={draft[field.key] ?? ""}
              error={errorOf(field.key)}
              onChange={(text) => onChange(field.key, text)}
            />
          ))}
      </div>
    </fieldset>
  ));
}

interface FieldRowProps {
  readonly field: Field;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function FieldRow({ field, text, error, onChange }: FieldRowProps) {
  const { t } = useLingui();
  const help = useHelp(field);
  const ties = {
    id: field.key,
    name: field.key,
    value: text,
    invalid: error !== undefined,
    onChange,
  };
  const quiet = { autoComplete: "off", spellCheck: false, autoCapitalize: "off" } as const;
  const name = field.name === "" ? t`Body` : field.name;
  return (
    <div data-wide={field.kind === "json"}>
      <FieldFrame
        id={field.key}
        label={name}
        aside={field.required ? t`${field.type}, required` : field.type}
        error={error}
        help={help === "" ? undefined : help}
      >
        {field.kind === "choice" ? (
          <Select
            {...ties}
            options={[
              { value: "", label: field.required ? t`Select` : t`Not set` },
              // A link may contain a value that is not an option: it is shown and rejected.
              ...[...new Set([...field.options, ...(text === "" ? [] : [text])])].map((value) => ({
                value,
                label: value,
              })),
            ]}
          />
        ) : field.kind === "json" ? (
          <Textarea {...ties} {...quiet} mono rows={4} />
        ) : (
          <TextInput
            {...ties}
            {...quiet}
            mono
            inputMode={field.kind === "number" ? "decimal" : "text"}
          />
        )}
      </FieldFrame>
    </div>
  );
}

/** Describes the allowed values by the OpenAPI document. */
function useHelp({ kind, type, schema }: Field): string {
  const { t } = useLingui();
  const { items, default: usual, minimum, maximum, maxLength, format } = schema;
  const facts = [
    kind === "json" && (type.startsWith("array") ? t`As JSON, such as ["a", "b"]` : t`As JSON`),
    items?.enum !== undefined && t`Allowed values: ${items.enum.join(", ")}`,
    format === "uuid" && t`UUID`,
    format === "date-time" && t`Timestamp, such as 2026-11-27T14:20:00Z`,
    format === "date" && t`Date, such as 2026-11-27`,
    minimum !== undefined && maximum !== undefined && t`From ${minimum} to ${maximum}`,
    maxLength !== undefined && t`Up to ${maxLength} characters`,
    usual !== undefined && t`Default: ${JSON.stringify(usual)}`,
  ];
  return facts.filter((fact) => fact !== false).join(". ");
}

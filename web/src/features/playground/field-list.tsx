import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { flushSync } from "react-dom";
import { AddChips } from "./add-chips.tsx";
import { FieldRow } from "./field-row.tsx";
import type { Draft, Field } from "./fields.ts";
import styles from "./playground.module.css";

interface FieldListProps {
  readonly fields: readonly Field[];
  readonly draft: Draft;
  readonly errorOf: (key: string) => string | undefined;
  readonly onChange: (key: string, text: string) => void;
}

/** What an optional field contains when it is added. */
function addedText({ kind, schema }: Field): string {
  if (schema.default !== undefined)
    return typeof schema.default === "string" ? schema.default : JSON.stringify(schema.default);
  return kind === "switch" ? "false" : "";
}

/** The fields of an endpoint, grouped by path, query and body. Optional fields are added one by one. */
export function FieldList({ fields, draft, errorOf, onChange }: FieldListProps) {
  const { t } = useLingui();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const titles = { path: t`Path`, query: t`Query`, body: t`Body` };
  const places = [...new Set(fields.map(({ place }) => place))];
  const isShown = ({ key, required }: Field) =>
    required || added.has(key) || draft[key] !== undefined || errorOf(key) !== undefined;
  const add = (field: Field) => {
    flushSync(() => {
      setAdded(new Set([...added, field.key]));
      onChange(field.key, addedText(field));
    });
    document.getElementById(field.key)?.focus();
  };
  const remove = ({ key }: Field) => {
    setAdded(new Set([...added].filter((each) => each !== key)));
    onChange(key, "");
  };
  return places.map((place) => {
    const here = fields.filter((field) => field.place === place);
    const shown = here.filter(isShown);
    return (
      <fieldset key={place} className={styles["fieldLocation"]}>
        <legend>{titles[place]}</legend>
        {shown.length > 0 && (
          <div className={styles["fields"]}>
            {shown.map((field) => (
              <FieldRow
                key={field.key}
                field={field}
                text={draft[field.key] ?? ""}
                error={errorOf(field.key)}
                onChange={(text) => onChange(field.key, text)}
                onRemove={field.required ? null : () => remove(field)}
              />
            ))}
          </div>
        )}
        <AddChips
          of={titles[place]}
          names={here.filter((field) => !isShown(field)).map(({ name }) => name)}
          onAdd={(name) => {
            const field = here.find((each) => each.name === name);
            if (field !== undefined) add(field);
          }}
        />
      </fieldset>
    );
  });
}

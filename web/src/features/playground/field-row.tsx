import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import {
  type FieldBinding,
  FieldNotes,
  fieldStyles,
  Field as FieldFrame,
  Select,
  Textarea,
  TextInput,
} from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import type { Field } from "./fields.ts";
import { LookupChoices, LookupInput, useLookup } from "./lookup-field.tsx";
import styles from "./playground.module.css";
import { fitsEditor, hasEditor, numberBounds, withoutNull } from "./schema.ts";
import { useFieldHelp } from "./use-field-help.ts";
import { OptionGroup, ValueEditor } from "./value-editor.tsx";

interface FieldRowProps {
  readonly field: Field;
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
  /** Null for a required field. */
  readonly onRemove: (() => void) | null;
}

const quiet = { autoComplete: "off", spellCheck: false, autoCapitalize: "off" } as const;

export function FieldRow(props: FieldRowProps) {
  const { t } = useLingui();
  const { field, text, error, onRemove } = props;
  const help = useFieldHelp(field);
  const label = field.name === "" ? t`Body` : field.name;
  const isGroup = field.kind === "json" || field.kind === "choices";
  const aside = (
    <span className={styles["aside"]}>
      {field.required ? t`${field.type}, required` : field.type}
      {onRemove !== null && (
        <IconButton icon="close" label={t`Remove ${label}`} onClick={onRemove} />
      )}
    </span>
  );
  const binding: FieldBinding = { id: field.key, label, error };
  const notes = help === "" ? undefined : help;
  if (isGroup)
    return (
      <div data-wide="true" className={fieldStyles["field"]}>
        <span className={fieldStyles["label"]}>
          <span>{label}</span>
          <span className={fieldStyles["optional"]}>{aside}</span>
        </span>
        {field.kind === "json" ? (
          <JsonInput {...props} label={label} />
        ) : (
          <div id={field.key} tabIndex={-1}>
            <OptionGroup
              id={field.key}
              label={label}
              options={field.options}
              selected={text === "" ? [] : text.split(",")}
              onChange={(chosen) => props.onChange(chosen.join(","))}
            />
          </div>
        )}
        <FieldNotes id={field.key} error={error} help={notes} />
      </div>
    );
  return (
    <div data-wide={field.lookup !== null}>
      <FieldFrame {...binding} aside={aside} help={notes}>
        <SingleInput {...props} label={label} />
      </FieldFrame>
    </div>
  );
}

type InputProps = Pick<FieldRowProps, "field" | "text" | "error" | "onChange"> & { label: string };

function SingleInput({ field, text, error, onChange, label }: InputProps) {
  const { t } = useLingui();
  const read = useLookup(field.lookup);
  const { key, kind, options, required, schema } = field;
  const ties = { id: key, name: key, value: text, invalid: error !== undefined, onChange };
  if (kind === "switch")
    return (
      <Switch
        {...ties}
        value={text === "true"}
        label={text === "true" ? t`On` : t`Off`}
        onChange={(on) => onChange(String(on))}
      />
    );
  if (kind === "choice")
    return (
      <Select
        {...ties}
        options={[
          { value: "", label: required ? t`Select` : t`Not set` },
          // A link may contain a value that is not an option: it is shown and rejected.
          ...[...new Set([...options, ...(text === "" ? [] : [text])])].map((value) => ({
            value,
            label: value,
          })),
        ]}
      />
    );
  if (kind === "number") {
    const bounds = numberBounds(schema);
    return (
      <TextInput
        {...ties}
        {...quiet}
        mono
        type="number"
        inputMode={bounds?.isWhole === true ? "numeric" : "decimal"}
        min={bounds?.minimum}
        max={bounds?.maximum}
        step={bounds?.isWhole === true ? 1 : "any"}
      />
    );
  }
  if (read !== null) return <LookupInput {...ties} read={read} label={label} />;
  return <TextInput {...ties} {...quiet} mono />;
}

function parseOrNull(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null; // Shown as typed.
  }
}

/** An array or an object: an editor by its schema, or JSON. */
function JsonInput({ field, text, error, onChange, label }: InputProps) {
  const read = useLookup(field.lookup);
  const { key, schema } = field;
  const [prefersJson, setPrefersJson] = useState(false);
  const parsed = parseOrNull(
    text === "" ? (withoutNull(schema).type === "object" ? "{}" : "[]") : text,
  );
  const isEditable =
    hasEditor(schema) && parsed !== null && (text === "" || fitsEditor(schema, parsed.value));
  const value = parsed?.value;
  const isRaw = prefersJson || !isEditable;
  const change = (next: unknown) =>
    onChange(Array.isArray(next) && next.length === 0 ? "" : JSON.stringify(next));
  return (
    <div className={styles["structured"]}>
      {isRaw ? (
        <Textarea
          id={key}
          name={key}
          aria-label={label}
          value={text}
          invalid={error !== undefined}
          onChange={onChange}
          {...quiet}
          mono
          rows={4}
        />
      ) : (
        <div id={key} tabIndex={-1}>
          {read !== null && Array.isArray(value) ? (
            <LookupChoices read={read} label={label} value={value.map(String)} onChange={change} />
          ) : (
            <ValueEditor schema={schema} value={value} id={key} label={label} onChange={change} />
          )}
        </div>
      )}
      {isEditable && (
        <Button
          tone="subtle"
          className={styles["rawToggle"]}
          onClick={() => setPrefersJson(!prefersJson)}
        >
          {prefersJson ? <Trans>Edit as a list</Trans> : <Trans>Edit as JSON</Trans>}
        </Button>
      )}
    </div>
  );
}

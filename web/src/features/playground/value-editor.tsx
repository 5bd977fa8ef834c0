import { Trans, useLingui } from "@lingui/react/macro";
import { Button, IconButton } from "../../ui/button.tsx";
import { Checkbox, Select, TextInput } from "../../ui/field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { AddChips } from "./add-chips.tsx";
import styles from "./playground.module.css";
import {
  emptyValue,
  isNumeric,
  parseOption,
  type Schema,
  schemaOptions,
  withoutNull,
} from "./schema.ts";

interface EditorProps {
  readonly schema: Schema;
  readonly value: unknown;
  /** Id of the input, and accessible name of a list or an object. */
  readonly id: string;
  readonly label: string;
  readonly onChange: (value: unknown) => void;
}

/** Edits a value inside a list or an object by its schema: `fitsEditor` says whether it can be shown. */
export function ValueEditor(props: EditorProps) {
  const { t } = useLingui();
  const { id, label, value, onChange } = props;
  const schema = withoutNull(props.schema);
  if (schema.type === "array" && schema.items !== undefined)
    return <ListEditor {...props} schema={schema} items={schema.items} />;
  if (schema.type === "object") return <ObjectEditor {...props} schema={schema} />;
  const options = schemaOptions(schema);
  if (schema.type === "boolean")
    return (
      <Switch
        id={id}
        name={id}
        value={value === true}
        label={value === true ? t`On` : t`Off`}
        onChange={onChange}
      />
    );
  if (options.length > 0)
    return (
      <Select
        id={id}
        name={id}
        aria-label={label}
        value={String(value)}
        options={options.map((option) => ({ value: option, label: option }))}
        onChange={(text) => onChange(parseOption(schema, text) ?? text)}
      />
    );
  return (
    <TextInput
      id={id}
      name={id}
      aria-label={label}
      mono
      autoComplete="off"
      spellCheck={false}
      autoCapitalize="off"
      type={isNumeric(schema) ? "number" : "text"}
      value={String(value)}
      // A number that is not complete yet stays text, which the server rejects.
      onChange={(text) => onChange(isNumeric(schema) && text !== "" ? Number(text) : text)}
    />
  );
}

/** A list of allowed values is a group of checkboxes; every other list has a row for each item. */
function ListEditor({
  schema,
  items,
  value,
  id,
  label,
  onChange,
}: EditorProps & { items: Schema }) {
  const { t } = useLingui();
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const options = schemaOptions(items);
  if (options.length > 0 && items.type !== "boolean")
    return (
      <OptionGroup
        id={id}
        label={label}
        options={options}
        selected={list.map(String)}
        onChange={(chosen) => onChange(chosen.map((text) => parseOption(items, text) ?? text))}
      />
    );
  const isFull = schema.maxItems !== undefined && list.length >= schema.maxItems;
  return (
    <fieldset className={styles["items"]} aria-label={label}>
      {list.map((item, position) => {
        const name = t`${label}, item ${position + 1}`;
        return (
          // oxlint-disable-next-line no-array-index-key -- items have no identity besides their position
          <div key={position} className={styles["item"]}>
            <ValueEditor
              schema={items}
              value={item}
              id={`${id}.${position}`}
              label={name}
              onChange={(next) => onChange(list.with(position, next))}
            />
            <IconButton
              icon="close"
              label={t`Remove ${name}`}
              onClick={() => onChange(list.toSpliced(position, 1))}
            />
          </div>
        );
      })}
      <div>
        <Button
          icon="plus"
          disabled={isFull}
          aria-label={t`Add item to ${label}`}
          onClick={() => onChange([...list, emptyValue(items)])}
        >
          <Trans>Add item</Trans>
        </Button>
      </div>
    </fieldset>
  );
}

function ObjectEditor({ schema, value, id, label, onChange }: EditorProps) {
  const properties = Object.entries(schema.properties ?? {});
  const present = new Map<string, unknown>(
    typeof value === "object" && value !== null ? Object.entries(value) : [],
  );
  const isRequired = (name: string) => schema.required?.includes(name) === true;
  const change = (name: string, next: unknown) =>
    onChange(Object.fromEntries([...present, [name, next]]));
  return (
    <fieldset className={styles["object"]} aria-label={label}>
      {properties
        .filter(([name]) => present.has(name))
        .map(([name, property]) => (
          <div key={name} className={styles["property"]}>
            <label htmlFor={`${id}.${name}`}>{name}</label>
            <div className={styles["item"]}>
              <ValueEditor
                schema={property}
                value={present.get(name)}
                id={`${id}.${name}`}
                label={`${label}, ${name}`}
                onChange={(next) => change(name, next)}
              />
              {!isRequired(name) && (
                <RemoveProperty
                  name={`${label}, ${name}`}
                  onRemove={() =>
                    onChange(Object.fromEntries([...present].filter(([each]) => each !== name)))
                  }
                />
              )}
            </div>
          </div>
        ))}
      <AddChips
        of={label}
        names={properties.map(([name]) => name).filter((name) => !present.has(name))}
        onAdd={(name) => change(name, emptyValue(schema.properties?.[name] ?? {}))}
      />
    </fieldset>
  );
}

function RemoveProperty({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useLingui();
  return <IconButton icon="close" label={t`Remove ${name}`} onClick={onRemove} />;
}

/** Several of the allowed values. Others, such as those of a link, are not shown and stay. */
export function OptionGroup({
  id,
  label,
  options,
  selected,
  onChange,
}: {
  id: string;
  label: string;
  options: readonly string[];
  selected: readonly string[];
  onChange: (selected: readonly string[]) => void;
}) {
  return (
    <fieldset className={styles["options"]} aria-label={label}>
      {options.map((option) => (
        <Checkbox
          key={option}
          id={`${id}.${option}`}
          name={id}
          label={option}
          value={selected.includes(option)}
          onChange={(on) =>
            onChange([...selected.filter((each) => each !== option), ...(on ? [option] : [])])
          }
        />
      ))}
    </fieldset>
  );
}

import { useLingui } from "@lingui/react/macro";
import { maxAlternatives } from "#contracts/orders.ts";
import type { FieldBinding, InputBinding } from "../../../ui/field.tsx";
import { Field, Select } from "../../../ui/field.tsx";
import type { ChoiceOption } from "./choices.ts";

interface ChoiceFieldsProps {
  /** The chosen values, in order of preference. */
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly options: readonly ChoiceOption[];
  /** Binds the field at a position, with its errors. */
  readonly bind: (
    at: number,
    value: string,
    onChange: (value: string) => void,
  ) => { readonly field: FieldBinding; readonly input: InputBinding<string> };
}

/** Choices in order of preference: a select for each, and an empty one for the next. */
export function ChoiceFields({ value, onChange, options, bind }: ChoiceFieldsProps) {
  const { t } = useLingui();
  const shown = value.length < maxAlternatives ? [...value, ""] : value;
  return shown.map((key, at) => {
    const { field, input } = bind(at, key, (next) =>
      onChange(
        next === ""
          ? value.toSpliced(at, 1)
          : [...value.slice(0, at), next, ...value.slice(at + 1)],
      ),
    );
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a choice is identified by its position
      <Field key={at} {...field} label={at === 0 ? t`Otherwise` : t`Or else`}>
        <Select
          {...input}
          options={[
            { value: "", label: t`Nothing else` },
            ...options.filter((option) => option.value === key || !value.includes(option.value)),
          ]}
        />
      </Field>
    );
  });
}

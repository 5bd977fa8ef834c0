import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { FieldBinding, InputBinding } from "../../../ui/field.tsx";
import { Field, Textarea, TextInput } from "../../../ui/field.tsx";

/** Values of the form of an item, as typed. */
export interface ItemValues {
  readonly serial: string;
  readonly foremanHost: string;
  readonly hostGroup: string;
  readonly rack: string;
  readonly diskCount: string;
  readonly note: string;
}

export function useItemLabels() {
  const { t } = useLingui();
  return {
    serial: t`Serial number`,
    foremanHost: t`Host in Foreman`,
    hostGroup: t`Host group`,
    rack: t`Rack`,
    diskCount: t`Number of disks`,
    note: t`Note`,
  };
}

/** Anything but a whole number is rejected by the endpoint's schema. */
export const toWholeNumber = (text: string): unknown =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : text;

interface FormOfItem {
  field(name: keyof ItemValues): { field: FieldBinding; input: InputBinding<string> };
}

/** `held`: why the fields of the host can't be changed now; null if they can. */
export function ItemFormFields({
  form,
  held,
  region,
}: {
  form: FormOfItem;
  held: string | null;
  /** The field of the region; an item keeps its region. */
  region?: ReactNode;
}) {
  const { t } = useLingui();
  const serial = form.field("serial");
  const host = form.field("foremanHost");
  const disks = form.field("diskCount");
  const group = form.field("hostGroup");
  const rack = form.field("rack");
  const note = form.field("note");
  const readOnly = held !== null;
  const heldHelp = held === null ? {} : { help: held };
  return (
    <>
      {region}
      <Field {...serial.field} {...heldHelp}>
        <TextInput {...serial.input} readOnly={readOnly} autoComplete="off" translate="no" />
      </Field>
      <Field {...host.field} help={held ?? t`The host's full name, as Foreman lists it`}>
        <TextInput {...host.input} readOnly={readOnly} autoComplete="off" translate="no" />
      </Field>
      <Field {...disks.field} help={held ?? t`An erasure has to report as many disks`}>
        <TextInput {...disks.input} readOnly={readOnly} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field
        {...group.field}
        help={t`Optional. Installs with the host group of this name below the one of the image`}
      >
        <TextInput {...group.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...rack.field}>
        <TextInput {...rack.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...note.field}>
        <Textarea {...note.input} rows={2} maxLength={1000} />
      </Field>
    </>
  );
}

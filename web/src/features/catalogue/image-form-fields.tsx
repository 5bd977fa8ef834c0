import { Trans, useLingui } from "@lingui/react/macro";
import { architectures } from "#contracts/images.ts";
import {
  Checkbox,
  Field,
  type FieldBinding,
  type InputBinding,
  Select,
  TextInput,
} from "../../ui/field.tsx";

/** Values of the form of an image, as typed. */
export interface ImageValues {
  readonly family: string;
  readonly name: string;
  readonly version: string;
  readonly architecture: (typeof architectures)[number];
  readonly minDiskGb: string;
  readonly minMemoryMb: string;
  readonly defaultUser: string;
  readonly endOfLife: string;
  readonly supportsSecurityKeys: boolean;
}

export function useImageLabels() {
  const { t } = useLingui();
  return {
    family: t`Family`,
    name: t`Name`,
    version: t`Version`,
    architecture: t`Architecture`,
    minDiskGb: t`Minimum disk in GB`,
    minMemoryMb: t`Minimum memory in MB`,
    defaultUser: t`Default user`,
    endOfLife: t`End of life`,
    supportsSecurityKeys: t`Security keys`,
  };
}

/** Anything but a whole number is rejected by the endpoint's schema. */
const toWholeNumber = (text: string): unknown =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : text;

/** The body of a request for these values. */
export const toImageBody = ({ minDiskGb, minMemoryMb, endOfLife, ...values }: ImageValues) => ({
  ...values,
  minDiskGb: toWholeNumber(minDiskGb),
  minMemoryMb: toWholeNumber(minMemoryMb),
  endOfLife: endOfLife === "" ? null : endOfLife,
});

interface FormOfImage {
  field<K extends keyof ImageValues>(
    name: K,
  ): { field: FieldBinding; input: InputBinding<ImageValues[K]> };
}

export function ImageFormFields({ form }: { form: FormOfImage }) {
  const { t } = useLingui();
  const family = form.field("family");
  const name = form.field("name");
  const version = form.field("version");
  const architecture = form.field("architecture");
  const disk = form.field("minDiskGb");
  const memory = form.field("minMemoryMb");
  const user = form.field("defaultUser");
  const end = form.field("endOfLife");
  const keys = form.field("supportsSecurityKeys");
  return (
    <>
      <Field {...name.field} help={t`Regions find their image by this name, unless you choose one`}>
        <TextInput {...name.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...family.field} help={t`Images of a family are offered together`}>
        <TextInput {...family.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...version.field}>
        <TextInput {...version.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...architecture.field}>
        <Select
          {...architecture.input}
          options={architectures.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field {...disk.field}>
        <TextInput {...disk.input} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field {...memory.field}>
        <TextInput {...memory.input} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field {...user.field} help={t`The account that customers sign in to`}>
        <TextInput {...user.input} autoComplete="off" translate="no" />
      </Field>
      <Field {...end.field} help={t`Optional. Customers see that its maker no longer updates it`}>
        <TextInput {...end.input} type="date" />
      </Field>
      <Checkbox
        {...keys.input}
        error={keys.field.error}
        label={<Trans>Accepts SSH keys that are stored on a security key</Trans>}
        help={<Trans>Needs OpenSSH 8.2 or newer</Trans>}
      />
    </>
  );
}

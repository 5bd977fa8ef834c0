import { useLingui } from "@lingui/react/macro";
import { Field, TextInput } from "../ui/field.tsx";

const fieldId = "confirm-name";

/** The field for the text that a user types before something is destroyed. */
export function TypedConfirmation({
  text,
  typed,
  onTyped,
  onSubmit,
}: {
  /** The text to type: a name, or a number of objects. */
  text: string;
  typed: string;
  onTyped: (typed: string) => void;
  onSubmit: () => void;
}) {
  const { t } = useLingui();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Field id={fieldId} label={t`Type ${text} to confirm`}>
        <TextInput
          id={fieldId}
          name={fieldId}
          value={typed}
          onChange={onTyped}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="off"
        />
      </Field>
    </form>
  );
}

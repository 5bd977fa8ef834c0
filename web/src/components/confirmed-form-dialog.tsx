import { Trans } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, type FieldBinding, type InputBinding, TextInput } from "../ui/field.tsx";
import { Form, FormProblems } from "./form.tsx";
import styles from "./form-dialog.module.css";
import type { UntypedForm } from "./use-endpoint-form.ts";

interface ConfirmedFormDialogProps {
  readonly form: UntypedForm;
  /** `form.field("typed")`, labeled "Type … to confirm". */
  readonly typed: { readonly field: FieldBinding; readonly input: InputBinding<string> };
  /** The name to type. */
  readonly name: string;
  readonly title: string;
  /** Label of the button that sends the form. */
  readonly verb: ReactNode;
  /** List items. */
  readonly consequences: ReactNode;
  readonly onClose: () => void;
  /** Fields. */
  readonly children?: ReactNode;
}

/** A form that destroys or pays: consequences, fields and the typed name. */
export function ConfirmedFormDialog({
  form,
  typed,
  name,
  title,
  verb,
  consequences,
  onClose,
  children,
}: ConfirmedFormDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      alert
      initialFocus={cancel}
      title={title}
      onClose={() => {
        if (!form.busy) onClose();
      }}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone="dangerPrimary"
            busy={form.busy}
            disabled={typed.input.value !== name}
            onClick={() => void form.submit()}
          >
            {verb}
          </Button>
        </>
      }
    >
      <Form form={form} guard={false} className={styles["form"] ?? ""}>
        <ul className={styles["list"]}>{consequences}</ul>
        <FormProblems form={form} />
        {children}
        <Field {...typed.field}>
          <TextInput {...typed.input} autoComplete="off" spellCheck={false} autoCapitalize="off" />
        </Field>
      </Form>
    </Dialog>
  );
}

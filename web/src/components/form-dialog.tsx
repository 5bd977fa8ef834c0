import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, FormProblems } from "./form.tsx";
import styles from "./form-dialog.module.css";
import type { UntypedForm } from "./use-endpoint-form.ts";

interface FormDialogProps {
  readonly form: UntypedForm;
  readonly title: string;
  /** Label of the button that sends the form. */
  readonly submit: ReactNode;
  readonly tone?: "primary" | "danger";
  /** The form changes an object: it can be sent once something differs. */
  readonly isEdit?: boolean;
  /** Stands above the problems of the form. */
  readonly intro?: ReactNode;
  /** See `Form`. */
  readonly guard?: boolean;
  readonly onClose: () => void;
  /** Fields. */
  readonly children: ReactNode;
}

/** A form in a dialog, which stays open while its request is under way. */
export function FormDialog({
  form,
  title,
  submit,
  tone = "primary",
  isEdit = false,
  intro,
  guard = true,
  onClose,
  children,
}: FormDialogProps) {
  return (
    <Dialog
      open
      onClose={() => {
        if (!form.busy) onClose();
      }}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={tone}
            busy={form.busy}
            disabled={isEdit && !form.dirty}
            onClick={() => void form.submit()}
          >
            {submit}
          </Button>
        </>
      }
    >
      <Form form={form} guard={guard} className={styles["form"] ?? ""}>
        {intro}
        <FormProblems form={form} />
        {children}
      </Form>
    </Dialog>
  );
}

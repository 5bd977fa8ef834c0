import { Trans, useLingui } from "@lingui/react/macro";
import { type ReactNode, useRef } from "react";
import type { Endpoint } from "#contracts/endpoint.ts";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import styles from "./admin.module.css";

interface DestructiveActionDialogProps<C extends Endpoint> {
  /** An endpoint whose body is a reason, and what `target` names. */
  readonly call: C;
  readonly path: Readonly<Record<string, string>>;
  /** Fields of the body that name the object, for an endpoint without path parameters. */
  readonly target?: Readonly<Record<string, string>>;
  readonly title: string;
  readonly verb: string;
  /** The name to type. */
  readonly name: string;
  /** List items. */
  readonly consequences: ReactNode;
  readonly reasonHelp: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}

/** Confirms a staff action that is hard to undo: consequences, reason and typed name. */
export function DestructiveActionDialog<C extends Endpoint>(
  props: DestructiveActionDialogProps<C>,
) {
  const { call, path, target, title, verb, name, consequences, reasonHelp, onDone, onClose } =
    props;
  const { t } = useLingui();
  const cancel = useRef<HTMLButtonElement>(null);
  const form = useEndpointForm<C, { reason: string; typed: string }>(call, {
    initial: { reason: "", typed: "" },
    labels: { reason: t`Reason`, typed: t`Type ${name} to confirm` },
    path,
    body: ({ reason }) => ({ ...target, reason }),
    onDone,
  });
  const reason = form.field("reason");
  const typed = form.field("typed");
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
            disabled={form.values.typed !== name}
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
        <Field {...reason.field} help={reasonHelp}>
          <Textarea {...reason.input} rows={2} maxLength={500} />
        </Field>
        <Field {...typed.field}>
          <TextInput {...typed.input} autoComplete="off" spellCheck={false} autoCapitalize="off" />
        </Field>
      </Form>
    </Dialog>
  );
}

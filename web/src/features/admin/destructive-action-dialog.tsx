import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Endpoint } from "#contracts/endpoint.ts";
import { ConfirmedFormDialog } from "../../components/confirmed-form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { Field, Textarea } from "../../ui/field.tsx";

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
  const { call, path, target, name, reasonHelp, onDone, ...dialog } = props;
  const { t } = useLingui();
  const form = useEndpointForm<C, { reason: string; typed: string }>(call, {
    initial: { reason: "", typed: "" },
    labels: { reason: t`Reason`, typed: t`Type ${name} to confirm` },
    path,
    body: ({ reason }) => ({ ...target, reason }),
    onDone,
  });
  const reason = form.field("reason");
  return (
    <ConfirmedFormDialog {...dialog} form={form} typed={form.field("typed")} name={name}>
      <Field {...reason.field} help={reasonHelp}>
        <Textarea {...reason.input} rows={2} maxLength={500} />
      </Field>
    </ConfirmedFormDialog>
  );
}

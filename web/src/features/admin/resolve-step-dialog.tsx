import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { adminCommands } from "#contracts/admin-commands.ts";
import { type AdminInstanceLog, adminInstances } from "#contracts/admin-instances.ts";
import { Form, FormProblems } from "../../components/form.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { stepName } from "../instances/shared/step-labels.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import styles from "./admin.module.css";
import type { StepOutcome } from "./step-table.tsx";

/** Confirms that staff complete or fail a step, with the note that the customer reads. */
export default function ResolveStepDialog({
  instanceId,
  step,
  outcome,
  onClose,
}: {
  instanceId: string;
  step: AdminInstanceLog;
  outcome: StepOutcome;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const name = stepName(i18n, `${step.commandKind}.${step.step}`);
  const isFailure = outcome === "fail";
  const form = useEndpointForm(isFailure ? adminInstances.failLog : adminInstances.completeLog, {
    initial: { note: "" },
    labels: { note: t`Note` },
    path: { adminInstance: instanceId, instanceLog: step.id },
    onDone: async () => {
      void toast({ title: isFailure ? t`Step failed` : t`Step completed` });
      onClose();
      await invalidate(
        client,
        adminInstances.list,
        adminInstances.view,
        adminInstances.logs,
        adminCommands.list,
        adminCommands.view,
      );
    },
  });
  const note = form.field("note");
  const close = () => {
    if (!form.busy) onClose();
  };
  return (
    <Dialog
      open
      alert
      initialFocus={cancel}
      title={isFailure ? t`Fail “${name}”?` : t`Complete “${name}”?`}
      onClose={close}
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={isFailure ? "dangerPrimary" : "primary"}
            busy={form.busy}
            onClick={() => void form.submit()}
          >
            {isFailure ? t`Fail step` : t`Complete step`}
          </Button>
        </>
      }
    >
      <Form form={form} guard={false} className={styles["form"] ?? ""}>
        <Consequences step={step} isFailure={isFailure} />
        <FormProblems form={form} />
        <Field
          {...note.field}
          help={t`The customer reads it in the timeline, as a note of Support`}
        >
          <Textarea {...note.input} rows={3} maxLength={500} />
        </Field>
      </Form>
    </Dialog>
  );
}

function Consequences({ step, isFailure }: { step: AdminInstanceLog; isFailure: boolean }) {
  if (step.waitingReason === "compensation_failed")
    return (
      <ul className={styles["list"]}>
        <li>
          {isFailure ? (
            <Trans>The resources of this step stay at the provider. The operation ends.</Trans>
          ) : (
            <Trans>The resources of this step count as released by hand. The operation ends.</Trans>
          )}
        </li>
      </ul>
    );
  return (
    <ul className={styles["list"]}>
      {isFailure ? (
        <>
          <li>
            <Trans>The operation fails, and what it created is released.</Trans>
          </li>
          <li>
            <Trans>
              An instance that was being created gets the status Error. It isn't billed.
            </Trans>
          </li>
        </>
      ) : (
        <li>
          <Trans>The step counts as done. The operation continues with the next step.</Trans>
        </li>
      )}
    </ul>
  );
}

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

/** Confirms that staff retry, complete or fail a step, with the note that the customer reads. */
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
  const inTimeline = t`The customer reads it in the timeline, as a note of Support`;
  const words = {
    complete: {
      title: t`Complete “${name}”?`,
      action: t`Complete step`,
      done: t`Step completed`,
      help: inTimeline,
    },
    fail: {
      title: t`Fail “${name}”?`,
      action: t`Fail step`,
      done: t`Step failed`,
      help: inTimeline,
    },
    retry: {
      title: t`Retry “${name}”?`,
      action: t`Retry step`,
      done: t`Step runs again`,
      help: t`The customer reads it in the activity, as a note of Support`,
    },
  }[outcome];
  const form = useEndpointForm(endpoints[outcome], {
    initial: { note: "" },
    labels: { note: t`Note` },
    path: { adminInstance: instanceId, instanceLog: step.id },
    onDone: async () => {
      void toast({ title: words.done });
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
      title={words.title}
      onClose={close}
      actions={
        <>
          <Button ref={cancel} onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            tone={outcome === "fail" ? "dangerPrimary" : "primary"}
            busy={form.busy}
            onClick={() => void form.submit()}
          >
            {words.action}
          </Button>
        </>
      }
    >
      <Form form={form} guard={false} className={styles["form"] ?? ""}>
        <Consequences step={step} outcome={outcome} />
        <FormProblems form={form} />
        <Field {...note.field} help={words.help}>
          <Textarea {...note.input} rows={3} maxLength={500} />
        </Field>
      </Form>
    </Dialog>
  );
}

const endpoints = {
  complete: adminInstances.completeLog,
  fail: adminInstances.failLog,
  retry: adminInstances.retryLog,
} as const;

function Consequences({ step, outcome }: { step: AdminInstanceLog; outcome: StepOutcome }) {
  if (outcome === "retry")
    return (
      <ul className={styles["list"]}>
        <li>
          <Trans>The step runs again, with its full time. It finds what it created before.</Trans>
        </li>
      </ul>
    );
  const isFailure = outcome === "fail";
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

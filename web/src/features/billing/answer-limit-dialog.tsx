import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { type AdminLimitRequest, limitRequests } from "#contracts/limit-requests.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Textarea } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { formatLimit, limitLabels } from "./limit-labels.ts";

export type LimitAnswer = "approve" | "reject";

/** Approves a request with its value, or rejects it with a note. */
export default function AnswerLimitDialog({
  request,
  answer,
  onClose,
}: {
  request: AdminLimitRequest;
  answer: LimitAnswer;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const { id, limit, value, current, workspace } = request;
  const isApproval = answer === "approve";
  const [name, label] = [workspace.name, i18n._(limitLabels[limit])];
  const [from, to] = [formatLimit(limit, current, i18n), formatLimit(limit, value, i18n)];
  const form = useEndpointForm(adminWorkspaces.updateLimit, {
    initial: { note: "" },
    labels: { note: isApproval ? t`Note (optional)` : t`Note` },
    path: { adminWorkspace: workspace.id },
    body: ({ note }) => ({
      limit,
      request: id,
      ...(isApproval ? { value } : {}),
      ...(note.trim() === "" ? {} : { note }),
    }),
    onDone: async () => {
      void toast({
        title: isApproval ? t`Request of ${name} approved` : t`Request of ${name} rejected`,
      });
      onClose();
      await invalidate(client, limitRequests.list, adminWorkspaces.limits);
    },
  });
  const note = form.field("note");
  return (
    <FormDialog
      form={form}
      title={isApproval ? t`Approve the request of ${name}?` : t`Reject the request of ${name}?`}
      submit={isApproval ? <Trans>Approve request</Trans> : <Trans>Reject request</Trans>}
      intro={
        <p>
          {isApproval ? (
            <Trans>
              {label}: the limit is raised from {from} to {to}.
            </Trans>
          ) : (
            <Trans>
              {label}: the limit stays at {from}. {to} is requested.
            </Trans>
          )}
        </p>
      }
      onClose={onClose}
    >
      <Field
        {...note.field}
        help={t`The person who requested it gets it by email, and reads it beside the limit`}
      >
        <Textarea {...note.input} rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

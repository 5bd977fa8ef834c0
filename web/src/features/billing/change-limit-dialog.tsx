import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { adminWorkspaces } from "#contracts/admin-workspaces.ts";
import { limitRequests } from "#contracts/limit-requests.ts";
import type { WorkspaceLimit } from "#contracts/limits.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { readAmount, useAmountQuestion } from "./cards/use-amount-range.ts";
import { formatLimit, limitLabels } from "./limit-labels.ts";
import { toLimitValue } from "./limit-value.ts";

/** Changes a limit of a workspace, which answers the open request for it. */
export default function ChangeLimitDialog({
  workspaceId,
  limit: { limit, value, request },
  onClose,
}: {
  workspaceId: string;
  limit: WorkspaceLimit;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const label = i18n._(limitLabels[limit]);
  const current = formatLimit(limit, value, i18n);
  const open = request?.status === "open" ? request : null;
  const requested = open === null ? "" : formatLimit(limit, open.value, i18n);
  const question = useAmountQuestion();
  const isMoney = limit === "monthly_spend";
  const form = useEndpointForm(adminWorkspaces.updateLimit, {
    initial: { wanted: "", note: "" },
    labels: {
      wanted: isMoney ? t`New limit in US$` : t`New limit`,
      note: open === null ? t`Note (optional)` : t`Note`,
    },
    path: { adminWorkspace: workspaceId },
    alias: { limit: "wanted", value: "wanted" },
    also: (values): Readonly<Record<string, string>> => {
      const asked = isMoney ? question(values.wanted) : undefined;
      return asked === undefined ? {} : { wanted: asked };
    },
    body: (values) => ({
      limit,
      value: toLimitValue(limit, values.wanted),
      ...(open === null ? {} : { request: open.id }),
      ...(values.note.trim() === "" ? {} : { note: values.note }),
    }),
    onDone: async () => {
      void toast({ title: t`Limit changed: ${label}` });
      onClose();
      await invalidate(client, adminWorkspaces.limits, limitRequests.list);
    },
  });
  const [wanted, note] = [form.field("wanted"), form.field("note")];
  return (
    <FormDialog
      form={form}
      title={t`Change limit: ${label}`}
      submit={<Trans>Change limit</Trans>}
      isEdit
      intro={
        open !== null && (
          <p>
            <Trans>
              {requested} is requested. A value of at least that approves the request, a lower one
              rejects it.
            </Trans>
          </p>
        )
      }
      onClose={onClose}
    >
      <Field
        {...wanted.field}
        aside={isMoney ? readAmount(form.values.wanted) : undefined}
        help={t`Now ${current}`}
      >
        <TextInput
          {...wanted.input}
          inputMode={isMoney ? "decimal" : "numeric"}
          autoComplete="off"
        />
      </Field>
      <Field {...note.field} help={t`The customer reads it`}>
        <Textarea {...note.input} rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

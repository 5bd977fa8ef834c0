import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { billing } from "#contracts/billing.ts";
import type { WorkspaceLimit } from "#contracts/limits.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useEndpointForm } from "../../components/use-endpoint-form.ts";
import { invalidate } from "../../lib/api/api-client.ts";
import { Field, Textarea, TextInput } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { readAmount, useAmountQuestion } from "./cards/use-amount-range.ts";
import { formatLimit, limitLabels } from "./limit-labels.ts";
import { toLimitValue } from "./limit-value.ts";

/** Requests a higher limit. */
export default function RequestLimitDialog({
  workspace,
  limit: { limit, value },
  onClose,
}: {
  workspace: string;
  limit: WorkspaceLimit;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const question = useAmountQuestion();
  const isMoney = limit === "monthly_spend";
  const label = i18n._(limitLabels[limit]);
  const current = formatLimit(limit, value, i18n);
  const form = useEndpointForm(billing.requestLimitChange, {
    initial: { wanted: "", reason: "" },
    labels: { wanted: isMoney ? t`New limit in US$` : t`New limit`, reason: t`Reason` },
    path: { workspace },
    alias: { limit: "wanted", value: "wanted" },
    also: (values): Readonly<Record<string, string>> => {
      const asked = isMoney ? question(values.wanted) : undefined;
      return asked === undefined ? {} : { wanted: asked };
    },
    body: (values) => ({
      limit,
      value: toLimitValue(limit, values.wanted),
      reason: values.reason,
    }),
    onDone: async () => {
      void toast({ title: t`Request sent` });
      onClose();
      await invalidate(client, billing.limits);
    },
  });
  const [wanted, reason] = [form.field("wanted"), form.field("reason")];
  return (
    <FormDialog
      form={form}
      title={t`Request a higher limit: ${label}`}
      submit={<Trans>Send request</Trans>}
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
      <Field {...reason.field} help={t`What you plan to run helps us answer sooner.`}>
        <Textarea {...reason.input} rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type BalanceApproval, balanceApprovals } from "#contracts/balance-approvals.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { formatMoneyAmount } from "../../../lib/i18n/format.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { changedByMoney } from "./staff-queries.ts";

/** Rejects an amount that waits for approval. */
export default function RejectApprovalDialog({
  approval: { id, amount, workspace },
  onClose,
}: {
  approval: BalanceApproval;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, name] = [formatMoneyAmount(amount), workspace.name];
  const form = useEndpointForm(balanceApprovals.reject, {
    initial: { note: "" },
    labels: { note: t`Note` },
    path: { balanceApproval: id },
    onDone: async () => {
      void toast({ title: t`${text} for ${name} rejected` });
      onClose();
      await invalidate(client, ...changedByMoney);
    },
  });
  const note = form.field("note");
  return (
    <FormDialog
      form={form}
      title={t`Reject ${text} for ${name}?`}
      submit={<Trans>Reject {text}</Trans>}
      tone="danger"
      intro={
        <p>
          <Trans>Nothing is added to the balance.</Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...note.field} help={t`Only staff can read it`}>
        <Textarea {...note.input} rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  );
}

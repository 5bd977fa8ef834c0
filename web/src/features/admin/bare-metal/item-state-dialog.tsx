import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type BareMetalItem, bareMetalItems } from "#contracts/bare-metal-items.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Field, Textarea } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { changedByItem } from "./item-queries.ts";

/** Takes an item out of sale, with a reason. */
export default function ItemStateDialog({
  item: { id, serial },
  state,
  onClose,
}: {
  item: BareMetalItem;
  state: "maintenance" | "broken";
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const isBroken = state === "broken";
  const form = useEndpointForm(bareMetalItems.update, {
    initial: { reason: "" },
    labels: { reason: t`Reason` },
    path: { bareMetalItem: id },
    // A reason that is left out is required here, and an empty one is rejected.
    body: ({ reason }) => ({ state, reason }),
    onDone: async () => {
      void toast({ title: isBroken ? t`${serial} marked as broken` : t`${serial} in maintenance` });
      onClose();
      await invalidate(client, ...changedByItem);
    },
  });
  const reason = form.field("reason");
  return (
    <FormDialog
      form={form}
      title={isBroken ? t`Mark ${serial} as broken?` : t`Send ${serial} to maintenance?`}
      submit={isBroken ? <Trans>Mark as broken</Trans> : <Trans>Send to maintenance</Trans>}
      intro={
        <p>
          <Trans>Nobody can order it until you make it available again.</Trans>
        </p>
      }
      onClose={onClose}
    >
      <Field {...reason.field} help={t`Only staff can read it`}>
        <Textarea {...reason.input} rows={3} maxLength={500} />
      </Field>
    </FormDialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { type BareMetalItem, bareMetalItems } from "#contracts/bare-metal-items.ts";
import { Form, FormProblems } from "../../../components/form.tsx";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field, Textarea } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import styles from "../admin.module.css";
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
    <Dialog
      open
      onClose={() => {
        if (!form.busy) onClose();
      }}
      title={isBroken ? t`Mark ${serial} as broken?` : t`Send ${serial} to maintenance?`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button tone="primary" busy={form.busy} onClick={() => void form.submit()}>
            {isBroken ? <Trans>Mark as broken</Trans> : <Trans>Send to maintenance</Trans>}
          </Button>
        </>
      }
    >
      <Form form={form} className={styles["form"] ?? ""}>
        <p>
          <Trans>Nobody can order it until you make it available again.</Trans>
        </p>
        <FormProblems form={form} />
        <Field {...reason.field} help={t`Only staff can read it`}>
          <Textarea {...reason.input} rows={3} maxLength={500} />
        </Field>
      </Form>
    </Dialog>
  );
}

import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { bareMetalItemActions } from "#contracts/actions/bare-metal-items.ts";
import { type BareMetalItem, bareMetalItems } from "#contracts/bare-metal-items.ts";
import { FormDialog } from "../../../components/form-dialog.tsx";
import { useActionReason } from "../../../components/use-action-denial.ts";
import { useEndpointForm } from "../../../components/use-endpoint-form.ts";
import { invalidate } from "../../../lib/api/api-client.ts";
import { toast } from "../../../ui/toast.ts";
import {
  ItemFormFields,
  type ItemValues,
  toWholeNumber,
  useItemLabels,
} from "./item-form-fields.tsx";
import { changedByItem } from "./item-queries.ts";

const toValues = ({ diskCount, ...item }: BareMetalItem): ItemValues => ({
  serial: item.serial,
  foremanHost: item.foremanHost,
  hostGroup: item.hostGroup,
  rack: item.rack,
  diskCount: String(diskCount),
  note: item.note,
});

/** Sends only changed fields. */
export default function EditItemDialog({
  item,
  onClose,
}: {
  item: BareMetalItem;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const reasonFor = useActionReason();
  const before = toValues(item);
  const form = useEndpointForm(bareMetalItems.update, {
    initial: before,
    labels: useItemLabels(),
    path: { bareMetalItem: item.id },
    body: (now) =>
      Object.fromEntries(
        Object.entries(now)
          .filter(([name, value]) => Reflect.get(before, name) !== value)
          .map(([name, value]) => [name, name === "diskCount" ? toWholeNumber(value) : value]),
      ),
    onDone: async ({ serial }) => {
      void toast({ title: t`${serial} updated` });
      onClose();
      await invalidate(client, ...changedByItem);
    },
  });
  return (
    <FormDialog
      form={form}
      title={t`Edit item`}
      submit={<Trans>Save</Trans>}
      isEdit
      onClose={onClose}
    >
      <ItemFormFields form={form} held={reasonFor(bareMetalItemActions.editHost, item)} />
    </FormDialog>
  );
}
